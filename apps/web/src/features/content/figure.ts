export interface Figure {
  readonly before: string
  /** "3", "5%", "$0.50", "1,000"; empty where the sentence holds none. */
  readonly number: string
  readonly after: string
}

/** The first number of a sentence, which is set large, and what stands around it. */
export function figureOf(sentence: string): Figure {
  const found = /^([^\d$]*)(\$?\d[\d,]*(?:\.\d+)?%?)([\s\S]*)$/.exec(sentence.trim())
  if (!found) return { before: sentence.trim(), number: '', after: '' }
  const [, before = '', number = '', after = ''] = found
  return { before: before.trim(), number, after: after.trim() }
}
