const name = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** "2026-03" becomes "March 2026". */
export const formatMonth = (month: string): string => name.format(new Date(`${month}-01T00:00:00Z`))

/** The newest comes first, and the present one is left out. */
export function pastMonths(count: number, now = new Date()): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(now.getFullYear(), now.getMonth() - 1 - index, 1)).toISOString().slice(0, 7),
  )
}

export const presentMonth = (now = new Date()): string =>
  new Date(Date.UTC(now.getFullYear(), now.getMonth(), 1)).toISOString().slice(0, 7)

/** This month and those before it, for a filter. */
export const monthChoices = (count: number) =>
  [presentMonth(), ...pastMonths(count)].map(value => ({ value, label: formatMonth(value) }))

/** `YYYY-MM-DD` in the reader's time zone. */
export const dayHere = (now = new Date()): string =>
  new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())).toISOString().slice(0, 10)
