import { containsCardNumber } from '@dineward/core/cards/card-number.rules.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { FastifyInstance } from 'fastify'

/** Card numbers exist only in the card frame. Signed network events are exempt: their ids may look like one. */
export function rejectCardNumbers(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.body === undefined || request.url.startsWith('/hooks/')) return done()
    // A form sent without script arrives as text, with "+" for spaces.
    const body = typeof request.body === 'string' ? [...new URLSearchParams(request.body)] : request.body
    done(anyText(body, containsCardNumber) ? new AppError('card_number_refused') : undefined)
  })
}

/** Keys count too. Without recursion: a body nested ten thousand deep must not exhaust the stack. */
function anyText(body: unknown, test: (text: string) => boolean): boolean {
  const open: unknown[] = [body]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value === 'string' && test(value)) return true
    if (typeof value === 'number' && Number.isInteger(value) && test(String(value))) return true
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inner] of Object.entries(value)) open.push(key, inner)
  }
  return false
}
