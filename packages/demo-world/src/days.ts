export type Day = string

export function addDays(day: Day, count: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10)
}

const names = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
export type DayName = (typeof names)[number]

export const dayName = (day: Day): DayName => names[new Date(`${day}T00:00:00Z`).getUTCDay()]!
