import { type Copy, type CopyKey, type CopyOverrides, defaultCopy } from './default-copy.ts'
import { partnerPlaceholderNames } from './partner-placeholders.ts'
import { fillPlaceholders, type PlaceholderValues, placeholdersIn } from './placeholders.ts'
import type { Checked, Problem } from './problem.ts'

export function resolveCopy(overrides: CopyOverrides): Copy {
  return { ...defaultCopy, ...overrides }
}

/** `values` are the partner's placeholders and this message's. */
export function copyText<K extends CopyKey>(
  copy: Readonly<Record<K, string>>,
  key: K,
  values: PlaceholderValues,
): string {
  return fillPlaceholders(copy[key], values).text
}

export const isCopyKey = (key: string): key is CopyKey => Object.hasOwn(defaultCopy, key)

/** Accepts known keys, texts and known placeholders only. */
export function checkCopy(input: unknown): Checked<CopyOverrides> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return { ok: false, problems: [{ path: '', message: 'must be an object of copy keys and texts' }] }
  }
  const problems = Object.entries(input).flatMap(([key, text]) => problemsOf(key, text))
  return problems.length === 0 ? { ok: true, value: input as CopyOverrides } : { ok: false, problems }
}

function problemsOf(key: string, text: unknown): Problem[] {
  if (!isCopyKey(key)) return [{ path: key, message: 'is not a known copy key' }]
  if (typeof text !== 'string') return [{ path: key, message: 'must be a text' }]
  const known = new Set<string>([...partnerPlaceholderNames, ...placeholdersIn(defaultCopy[key])])
  return placeholdersIn(text)
    .filter(name => !known.has(name))
    .map(name => ({ path: key, message: `has the placeholder {${name}}, which nothing fills in` }))
}
