import { dayHere } from '../../lib/months.ts'

export const periods = [
  ['7', 'Last 7 days'],
  ['30', 'Last 30 days'],
  ['90', 'Last 90 days'],
  ['365', 'Last 365 days'],
] as const

const isoOf = (date: Date): string => date.toISOString().slice(0, 10)
const dayOffset = (day: string, count: number): string =>
  isoOf(new Date(Date.parse(day) + count * 86_400_000))

/** The address says how many days; without a number they are 30. They end today, in the reader's time zone. */
export function periodOf(days: string, now = new Date()): { from: string; to: string } {
  const to = dayHere(now)
  const count = periods.find(([value]) => value === days)?.[0] ?? '30'
  return { from: dayOffset(to, 1 - Number(count)), to }
}

function daysOf({ from, to }: { from: string; to: string }): string[] {
  const days: string[] = []
  for (let day = from; day <= to; day = dayOffset(day, 1)) days.push(day)
  return days
}

interface Parts {
  readonly unit: 'day' | 'week'
  /** They are the first day of each part. */
  readonly starts: readonly string[]
  /** The start of the part that a day is in. */
  readonly of: (day: string) => string
}

/** Days, or weeks where there are more than a chart can show. */
export function partsOf(period: { from: string; to: string }): Parts {
  const days = daysOf(period)
  if (days.length <= 92) return { unit: 'day', starts: days, of: day => day }
  const length = 7
  const startOf = new Map(days.map((day, index) => [day, days[index - (index % length)]!]))
  return {
    unit: 'week',
    starts: days.filter((_, index) => index % length === 0),
    of: day => startOf.get(day) ?? day,
  }
}

/** "+12%" of what it was before; null where there is nothing to compare with. */
export function changeOf(now: number, before: number): string | null {
  if (before === 0) return null
  const percent = Math.round(((now - before) / Math.abs(before)) * 100)
  return `${percent > 0 ? '+' : ''}${percent}%`
}
