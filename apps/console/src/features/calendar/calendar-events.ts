import type { CalendarItem, getConsoleCalendar } from '@dineward/core/console-programs/calendar.contract.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { dayHere } from '../../lib/months.ts'

export const calendarQuery = (month: string) =>
  queryOptions({
    queryKey: ['programs', 'calendar', month],
    queryFn: async () => {
      const query = { from: `${month}-01`, to: lastDayOf(month) }
      return (await api<typeof getConsoleCalendar>('GET', '/api/Console/Calendar', { query })).items
    },
  })

export const lastDayOf = (month: string): string => {
  const [year, number] = month.split('-').map(Number)
  return new Date(Date.UTC(year!, number!, 0)).toISOString().slice(0, 10)
}

export const monthAfter = (month: string, by: 1 | -1): string => {
  const [year, number] = month.split('-').map(Number)
  return new Date(Date.UTC(year!, number! - 1 + by, 1)).toISOString().slice(0, 7)
}

export interface CalendarEvent {
  readonly key: string
  readonly day: string
  /** Null for the whole day. */
  readonly at: string | null
  readonly what: string
  readonly item: CalendarItem
}

/** The list has what begins and ends in a month, in order. @param dayOf in the reader's time zone */
export function eventsOf(
  items: readonly CalendarItem[],
  month: string,
  dayOf: (at: string) => string = at => dayHere(new Date(at)),
): CalendarEvent[] {
  const events = items.flatMap(item => [eventOf(item, 'from', dayOf), eventOf(item, 'until', dayOf)])
  return events
    .filter(event => event !== null)
    .filter(({ day }) => day.startsWith(month))
    .toSorted((one, other) => orderOf(one).localeCompare(orderOf(other)))
}

function eventOf(
  item: CalendarItem,
  end: 'from' | 'until',
  dayOf: (at: string) => string,
): CalendarEvent | null {
  const value = item[end]
  if (value === null) return null
  const isTime = item.type === 'entry'
  return {
    key: `${item.program} ${item.type} ${item.id} ${item.version} ${end}`,
    day: isTime ? dayOf(value) : value,
    at: isTime ? value : null,
    what: wordOf(item, end),
    item,
  }
}

function wordOf({ type, isRemoval }: CalendarItem, end: 'from' | 'until'): string {
  if (isRemoval) return end === 'from' ? 'Is removed' : 'Is shown again'
  if (end === 'from') return type === 'entry' ? 'Is shown' : 'First day'
  return type === 'entry' ? 'Is not shown any more' : 'Last day'
}

const orderOf = ({ day, at, key }: CalendarEvent): string => `${day} ${at ?? ''} ${key}`

/** The page on which it is edited. */
export function pageOf({ program, type, id }: CalendarItem): string {
  if (type === 'entry') return `/programs/${program}/content/${id}`
  return type === 'offer' ? `/programs/${program}/offers/${id}` : `/programs/${program}/bonuses`
}
