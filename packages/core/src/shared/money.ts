/** They are US dollars as integer cents, never a float: amounts are parsed from decimal text. */
export type Cents = number

/**
 * It reads "42.50", "-10" and "0.5". @returns null for more than two decimals, other text, or an amount that is too
 * large.
 */
export function parseCents(text: string): Cents | null {
  const match = /^(-?)(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text)
  if (!match) return null
  const [, sign, whole = '', fraction = ''] = match
  const cents = Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
  return sign === '-' && cents !== 0 ? -cents : cents
}

/**
 * It reads amounts as people type them: "$1,042.50", and "42,50" where the keyboard has a comma for the decimals.
 * @returns null where it may mean two amounts, such as "1.042": the field asks again.
 */
export function parseTypedCents(text: string): Cents | null {
  const typed = text
    .trim()
    .replace('\u2212', '-')
    .replace(/^(-?)\s*\$\s*(?=\d)/, '$1')
  const [, sign = '', whole = '', fraction] =
    /^(-?)(\d+|\d{1,3}(?:[,\s]\d{3})+)(?:\.(\d{1,2}))?$/.exec(typed) ??
    /^(-?)(\d+|\d{1,3}(?:[.\s]\d{3})+)(?:,(\d{1,2}))$/.exec(typed) ??
    []
  return parseCents(`${sign}${whole.replace(/\D/g, '')}${fraction === undefined ? '' : `.${fraction}`}`)
}

/** It reads whole units such as points as people type them: "1,500". @returns null for parts of one. */
export function parseTypedCount(text: string): number | null {
  const typed = text.trim().replace('\u2212', '-')
  return /^-?(\d{1,9}|\d{1,3}([,\s]\d{3}){1,2})$/.test(typed) ? Number(typed.replace(/[,\s]/g, '')) : null
}

/** Integer cents become the decimal number of dollars that the wire speaks (4250 -> 42.5). */
export function centsToDollars(cents: Cents): number {
  return cents / 100
}

/** The text that `parseCents` reads: 4250 -> "42.50". */
export function decimalOfCents(cents: Cents): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
