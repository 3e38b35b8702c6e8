const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** A calendar date `YYYY-MM-DD` as "March 2, 2026", whatever the reader's time zone. */
export function longDate(date: string): string {
  return long.format(new Date(`${date.slice(0, 10)}T00:00:00Z`))
}

const short = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})

/** A calendar date `YYYY-MM-DD` as "Mon, Mar 2", whatever the reader's time zone. */
export function monthAndDay(date: string): string {
  return short.format(new Date(`${date.slice(0, 10)}T00:00:00Z`))
}
