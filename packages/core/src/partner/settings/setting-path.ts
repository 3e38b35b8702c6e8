import type { Checked } from '../problem.ts'

type Settings = Readonly<Record<string, unknown>>

/** `path` is dotted: `maintenance.paths`. Checks only that it exists; `mergeSettings` validates the value. */
export function withSetting(overrides: Settings, path: string, value: unknown): Checked<Settings> {
  const [key = '', ...rest] = path.split('.')
  if (key === '' || rest.includes(''))
    return { ok: false, problems: [{ path, message: 'is not a setting: names with dots between them' }] }
  if (rest.length === 0) return { ok: true, value: replaced(overrides, key, value) }
  const inner = Object.hasOwn(overrides, key) ? overrides[key] : {}
  if (!isGroup(inner))
    return { ok: false, problems: [{ path: key, message: 'is overridden as a whole: unset it first' }] }
  const changed = withSetting(inner, rest.join('.'), value)
  return changed.ok ? { ok: true, value: replaced(overrides, key, changed.value) } : changed
}

/** It also removes groups that become empty. @returns null when the setting was not overridden. */
export function withoutSetting(overrides: Settings, path: string): Settings | null {
  const [key = '', ...rest] = path.split('.')
  if (!Object.hasOwn(overrides, key)) return null
  if (rest.length === 0) return removed(overrides, key)
  const inner = own(overrides, key)
  const left = isGroup(inner) ? withoutSetting(inner, rest.join('.')) : null
  if (left === null) return null
  return Object.keys(left).length > 0 ? replaced(overrides, key, left) : removed(overrides, key)
}

/** Settings come with their paths. A list is one setting. */
export function settingsIn(overrides: Settings, under = ''): [path: string, value: unknown][] {
  return Object.entries(overrides).flatMap(([key, value]): [string, unknown][] =>
    isGroup(value) ? settingsIn(value, `${under}${key}.`) : [[`${under}${key}`, value]],
  )
}

export function settingAt(settings: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((at, key) => (isGroup(at) ? own(at, key) : undefined), settings)
}

const own = (settings: Settings, key: string): unknown =>
  Object.hasOwn(settings, key) ? settings[key] : undefined

// fromEntries, because assigning "__proto__" would set the prototype and hide the key from validation.
const replaced = (settings: Settings, key: string, value: unknown): Settings =>
  Object.fromEntries([...Object.entries(settings).filter(([name]) => name !== key), [key, value]])

const removed = (settings: Settings, key: string): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => name !== key))

function isGroup(value: unknown): value is Settings {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
