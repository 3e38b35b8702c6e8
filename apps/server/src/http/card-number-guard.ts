import { containsCardNumber } from '@dineward/core/cards/card-number.rules.ts'

/**
 * Card numbers exist only in the card frame. Checks a body's text before it is parsed: going through every value of a
 * parsed body took longer than parsing it.
 */
export function bodyHasCardNumber(body: string, type: 'json' | 'form'): boolean {
  return containsCardNumber(type === 'json' ? withoutJsonEscapes(body) : withoutFormEncoding(body))
}

function withoutJsonEscapes(text: string): string {
  if (!text.includes('\\u')) return text
  return text.replace(/\\u([0-9a-f]{4})/gi, (_escape, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}

/** Escapes that are no text stay as they are. */
function withoutFormEncoding(text: string): string {
  const spaced = text.replaceAll('+', ' ')
  if (!spaced.includes('%')) return spaced
  return spaced.replace(/%([0-7][0-9a-f])/gi, (_escape, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}
