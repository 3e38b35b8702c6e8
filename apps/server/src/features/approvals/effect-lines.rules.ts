import type { EffectInWords } from '@dineward/core/approvals/approvals.contract.ts'
import { formatReward } from '@dineward/core/partner/partner-questions.ts'
import { formatCents } from '@dineward/core/shared/format.ts'

type Program = Parameters<typeof formatReward>[0]
type Fields = Readonly<Record<string, unknown>>

/** What differs between two definitions, a line for each field; of a new one what it says. */
export function linesOf(program: Program, before: object | null, after: object): EffectInWords['lines'] {
  const [old, now] = [(before ?? {}) as Fields, after as Fields]
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])]
  const textIn = (fields: Fields, name: string) => textOf(program, name, fields[name])
  return names
    .filter(name => textIn(old, name) !== textIn(now, name))
    .filter(name => before !== null || (now[name] !== false && now[name] !== 0))
    .map(name => ({ label: wordsOf(name), before: textIn(old, name), after: textIn(now, name) }))
}

/** A line is for reading: long lists are cut. */
const longest = 2_000

function textOf(program: Program, name: string, value: unknown): string | null {
  const text = inWords(program, name, value)
  return text !== null && text.length > longest ? `${text.slice(0, longest)} …` : text
}

function inWords(program: Program, name: string, value: unknown): string | null {
  if (name === 'budgetUnits' && value === null) return 'No limit'
  if (value === undefined || value === null || value === '') return null
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return amountOf(program, name, value)
  if (typeof value !== 'object') return String(value)
  const parts = Object.entries(value).flatMap(([part, inner]) => {
    const text = inWords(program, part, inner)
    if (text === null) return []
    // Of a list and of a reward each part speaks for itself.
    return Array.isArray(value) || part === 'kind' || 'kind' in value ? text : `${wordsOf(part)}: ${text}`
  })
  return parts.length === 0 ? null : parts.join(', ')
}

function amountOf(program: Program, name: string, amount: number): string {
  if (/units$/i.test(name)) return formatReward(program, amount)
  if (/cents$/i.test(name)) return formatCents(amount)
  if (/percent$/i.test(name)) return `${amount} %`
  if (/basisPoints$/i.test(name)) return `${amount / 100} %`
  return amount.toLocaleString('en-US')
}

/** "minimumSpendCents" -> "Minimum spend": the amount says its unit. */
function wordsOf(name: string): string {
  const words = name
    .replace(/(?<=.)(Cents|Units|BasisPoints)$/, '')
    .replaceAll(/([A-Z])/g, ' $1')
    .toLowerCase()
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}
