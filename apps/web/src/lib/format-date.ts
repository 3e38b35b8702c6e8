const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** A calendar date `YYYY-MM-DD` as "March 2, 2026", whatever the reader's time zone. */
export function longDate(date: string): string {
  return long.format(new Date(`${date.slice(0, 10)}T00:00:00Z`))
}
