export interface Figure {
  readonly before: string
  /** It reads "3", "5%", "$0.50" or "1,000", and is empty without a number. */
  readonly number: string
  readonly after: string
}

/** Split a sentence around its first number. */
export function figureOf(sentence: string): Figure {
  const found = /^([^\d$]*)(\$?\d[\d,]*(?:\.\d+)?%?)([\s\S]*)$/.exec(sentence.trim())
  if (!found) return { before: sentence.trim(), number: '', after: '' }
  const [, before = '', number = '', after = ''] = found
  return { before: before.trim(), number, after: after.trim() }
}
