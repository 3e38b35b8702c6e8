import type { EffectInWords } from '@dineward/core/approvals/approvals.contract.ts'

/** What differs between two definitions, a line for each field; all fields of a new one. */
export function linesOf(before: object | null, after: object): EffectInWords['lines'] {
  const [old, now] = [(before ?? {}) as Fields, after as Fields]
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])]
  return names
    .filter(name => textOf(old[name]) !== textOf(now[name]))
    .map(name => ({ label: wordsOf(name), before: textOf(old[name]), after: textOf(now[name]) }))
}

type Fields = Readonly<Record<string, unknown>>

/** A line is for reading: long lists are cut. */
const longest = 2_000

function textOf(value: unknown): string | null {
  if (value === undefined || value === null) return null
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > longest ? `${text.slice(0, longest)} …` : text
}

/** "minimumSpendCents" -> "Minimum spend cents" */
function wordsOf(name: string): string {
  const words = name.replaceAll(/([A-Z])/g, ' $1').toLowerCase()
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}
