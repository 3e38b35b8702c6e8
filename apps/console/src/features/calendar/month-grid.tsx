import { VisuallyHidden } from '@mantine/core'
import { Calendar } from '@mantine/dates'
import { formatPlainDate } from '../../lib/format.ts'
import styles from './calendar.module.css'
import type { CalendarEvent } from './calendar-events.ts'

interface MonthGridProps {
  readonly month: string
  readonly events: readonly CalendarEvent[]
  readonly colors: ReadonlyMap<string, string>
  /** Null means the whole month. */
  readonly day: string | null
  readonly onDay: (day: string) => void
}

/** Chips that a day has room for. */
const room = 3

/** Arrow keys go from day to day, Enter chooses one. */
export function MonthGrid({ month, events, colors, day, onDay }: MonthGridProps) {
  const byDay = Map.groupBy(events, event => event.day)
  return (
    <Calendar
      date={`${month}-01`}
      maxLevel="month"
      firstDayOfWeek={0}
      hideOutsideDates
      highlightToday
      weekendDays={[]}
      classNames={{
        calendarHeader: styles.header!,
        levelsGroup: styles.level!,
        month: styles.month!,
        monthCell: styles.cell!,
        day: styles.day!,
      }}
      getDayProps={date => ({
        selected: date === day,
        // Its text names it.
        'aria-label': undefined as unknown as string,
        onClick: () => onDay(date),
      })}
      renderDay={date => <Day date={date} events={byDay.get(date) ?? []} colors={colors} />}
    />
  )
}

function Day({
  date,
  events,
  colors,
}: {
  date: string
  events: readonly CalendarEvent[]
  colors: MonthGridProps['colors']
}) {
  return (
    <span className={styles.content}>
      <span>
        {Number(date.slice(8))} <VisuallyHidden>{formatPlainDate(date)}</VisuallyHidden>
      </span>
      {events.slice(0, room).map(({ key, item }) => (
        <span
          key={key}
          className={styles.chip}
          data-conflict={item.conflicts.length > 0}
          style={{ borderInlineStartColor: colors.get(item.program) }}
        >
          {item.name} {item.conflicts.length > 0 && <VisuallyHidden>in conflict</VisuallyHidden>}
        </span>
      ))}
      {events.length > room && <span className={styles.more}>{events.length - room} more</span>}
    </span>
  )
}
