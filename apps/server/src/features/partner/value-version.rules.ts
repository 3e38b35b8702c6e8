import { createHash } from 'node:crypto'

/**
 * The version is the same for equal values, whatever the order of their keys: a change names the one that it was made
 * from.
 */
export function versionOf(value: unknown): string {
  return createHash('sha256').update(canonical(value)).digest('base64url').slice(0, 16)
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const pairs = Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .map(([key, each]) => `${JSON.stringify(key)}:${canonical(each)}`)
  return `{${pairs.sort().join()}}`
}
