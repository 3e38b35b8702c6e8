import { containsCardNumber } from '@dineward/core/cards/card-number.rules.ts'
import { AppError, errorMessages } from '@dineward/core/shared/errors.ts'
import type { FastifyInstance } from 'fastify'

/**
 * Card numbers exist only in the card frame. Checks a body's text before it is parsed: going through every value of a
 * parsed body took longer than parsing it.
 */
export function cardNumberInJson(body: string): AppError | null {
  return containsCardNumber(withoutJsonEscapes(body)) ? cardNumberRefused(fieldInJson(body)) : null
}

/** As browsers send it without a file. */
export function cardNumberInForm(body: string): AppError | null {
  if (!containsCardNumber(body)) return null
  const field = [...new URLSearchParams(body)].find(([, value]) => containsCardNumber(value))
  return cardNumberRefused(field?.[0])
}

export function cardNumberInField(name: string, value: string): AppError | null {
  return containsCardNumber(name) || containsCardNumber(value) ? cardNumberRefused(name) : null
}

/** Names the field, so that who typed another number there knows which; never one whose own name holds the number. */
function cardNumberRefused(field?: string): AppError {
  if (field === undefined || containsCardNumber(field)) return new AppError('card_number_refused')
  const message = errorMessages.card_number_refused
  return new AppError('card_number_refused', { fieldErrors: [{ field, message }] })
}

/** As errors name them: `creditCards.0.cardId`. Not by recursion, which a deep body would let overflow. */
function fieldInJson(body: string): string | undefined {
  const values: [path: string, value: unknown][] = [['', parsed(body)]]
  for (const [path, value] of values) {
    if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) values.push([path ? `${path}.${key}` : key, inner])
    else if (containsCardNumber(String(value))) return path || undefined
  }
  return undefined
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

function withoutJsonEscapes(text: string): string {
  if (!text.includes('\\u')) return text
  return text.replace(/\\u([0-9a-f]{4})/gi, (_escape, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}

/** Of a request's headers only this one reaches a row. */
const storedHeader = 'idempotency-key'

export function rejectCardNumbersInHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const key = request.headers[storedHeader]
    const isRefused = typeof key === 'string' && containsCardNumber(key)
    done(isRefused ? cardNumberRefused() : undefined)
  })
}
