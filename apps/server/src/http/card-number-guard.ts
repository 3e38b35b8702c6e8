import { holdsCardNumber } from '@dineward/core/cards/card-number.rules.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { FastifyInstance } from 'fastify'

/**
 * Card numbers exist only inside the card frame. A body that holds one is refused before anything
 * stores or logs it. Signed network events are exempt: their ids may look like one, and they carry none.
 */
export function refuseCardNumbers(app: FastifyInstance): void {
  app.addHook('preValidation', async request => {
    if (request.url.startsWith('/hooks/')) return
    if (anyText(request.body, holdsCardNumber)) throw new AppError('card_number_refused')
  })
}

function anyText(value: unknown, test: (text: string) => boolean): boolean {
  if (typeof value === 'string') return test(value)
  if (typeof value === 'number') return Number.isInteger(value) && test(String(value))
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, inner]) => test(key) || anyText(inner, test))
}
