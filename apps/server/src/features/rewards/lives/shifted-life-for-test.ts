const dayMs = 86_400_000

/** Every date and time of a generated life, in whatever form, moves that many days later. */
export function shiftDates<T>(value: T, days: number): T {
  return shifted(value, days) as T
}

function shifted(value: unknown, days: number): unknown {
  if (value instanceof Date) return new Date(value.getTime() + days * dayMs)
  if (typeof value === 'number') return value > 1_000_000_000_000 ? value + days * dayMs : value
  if (typeof value === 'string') return shiftText(value, days)
  if (Array.isArray(value)) return value.map(each => shifted(each, days))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shifted(each, days)]))
}

function shiftText(text: string, days: number): string {
  if (!/^\d{4}-\d\d-\d\d($|T)/.test(text)) return text
  const date = new Date(Date.parse(`${text.slice(0, 10)}T00:00:00Z`) + days * dayMs)
  return date.toISOString().slice(0, 10) + text.slice(10)
}
