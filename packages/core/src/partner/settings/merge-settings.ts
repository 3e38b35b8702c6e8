import { type Checked, checkedBy } from '../problem.ts'
import { defaultSettings, type PartnerSettings, partnerSettingsSchema } from './partner-settings.ts'

/**
 * Overrides win over the folder, and the folder over the defaults; the result is validated after the merge (shell
 * §3.2). Objects merge by key; lists replace.
 */
export function mergeSettings(folder: unknown, overrides: unknown = {}): Checked<PartnerSettings> {
  return checkedBy(partnerSettingsSchema, merge(merge(defaultSettings, folder), overrides))
}

/** What a folder would hold that has these overrides in it; not validated. */
export const withOverrides = (folder: unknown, overrides: unknown): unknown => merge(folder, overrides)

function merge(under: unknown, over: unknown): unknown {
  if (over === undefined) return under
  if (!isPlainObject(under) || !isPlainObject(over)) return over
  const merged: Record<string, unknown> = { ...under }
  for (const [key, value] of Object.entries(over)) {
    // defineProperty, because assigning "__proto__" would set the prototype and hide the key from validation.
    Object.defineProperty(merged, key, {
      value: merge(Object.hasOwn(under, key) ? under[key] : undefined, value),
      enumerable: true,
      writable: true,
      configurable: true,
    })
  }
  return merged
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
