import { Button, Grid, Group, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { calendarQuery, eventsOf, monthAfter } from '../../features/calendar/calendar-events.ts'
import { EventList } from '../../features/calendar/event-list.tsx'
import { MonthGrid } from '../../features/calendar/month-grid.tsx'
import { choice, programFilter } from '../../kit/list/list.ts'
import { ListFilters } from '../../kit/list/list-filters.tsx'
import { useFilter } from '../../lib/filters.ts'
import { formatPlainDate, zoneName } from '../../lib/format.ts'
import { formatMonth, presentMonth } from '../../lib/months.ts'
import { seriesOf } from '../../lib/program-series.ts'
import { useProgramsWith } from '../../lib/staff.ts'
import { Page } from '../../ui/page/page.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Loaded } from '../../ui/states.tsx'

const types = [
  { value: 'entry', label: 'Content' },
  { value: 'bonus', label: 'Bonuses' },
  { value: 'offer', label: 'Offers' },
]
const zone = zoneName(Intl.DateTimeFormat().resolvedOptions().timeZone)

export function Component() {
  const [asked, setMonth] = useFilter('month')
  const [program] = useFilter('partner')
  const [type] = useFilter('type')
  const [day, setDay] = useState<string | null>(null)
  const month = /^\d{4}-(0[1-9]|1[0-2])$/.test(asked) ? asked : presentMonth()
  const query = useQuery(calendarQuery(month))
  const colors = new Map(seriesOf(useProgramsWith('settings.read')).map(({ name, color }) => [name, color]))
  const go = (next: string | null) => {
    setDay(null)
    setMonth(next)
  }
  return (
    <Page
      title="Calendar"
      intro={`What begins and ends in your programs. Times of content are in your time zone, ${zone}; bonuses and offers go by the restaurants’ dates.`}
    >
      <ListFilters filters={[programFilter('settings.read'), choice('type', 'What', types, 'All')]} />
      <MonthSteps month={month} onMonth={go} />
      <Loaded query={query}>
        {items => {
          const found = items.filter(
            item => (!program || item.program === program) && (!type || item.type === type),
          )
          const events = eventsOf(found, month)
          const listed = day ? events.filter(event => event.day === day) : events
          return (
            <Grid gap="lg">
              <Grid.Col span={8} visibleFrom="md">
                <MonthGrid month={month} events={events} colors={colors} day={day} onDay={setDay} />
              </Grid.Col>
              <Grid.Col span={{ base: 12, md: 4 }}>
                <Section
                  title={day ? formatPlainDate(day) : `All in ${formatMonth(month)}`}
                  actions={
                    day && (
                      <Button size="compact-sm" variant="default" onClick={() => setDay(null)}>
                        Whole month
                      </Button>
                    )
                  }
                >
                  <EventList
                    events={listed}
                    colors={colors}
                    none={day ? 'Nothing begins or ends on this day' : 'Nothing begins or ends in this month'}
                  />
                </Section>
              </Grid.Col>
            </Grid>
          )
        }}
      </Loaded>
    </Page>
  )
}

function MonthSteps({ month, onMonth }: { month: string; onMonth: (month: string | null) => void }) {
  return (
    <Group gap="xs" role="group" aria-label="Month">
      <Button
        variant="default"
        size="sm"
        aria-label={`Go to ${formatMonth(monthAfter(month, -1))}`}
        onClick={() => onMonth(monthAfter(month, -1))}
      >
        <IconChevronLeft size={16} aria-hidden />
      </Button>
      <Text component="h2" fz="lg" fw={700} m={0} miw={150} ta="center" aria-live="polite">
        {formatMonth(month)}
      </Text>
      <Button
        variant="default"
        size="sm"
        aria-label={`Go to ${formatMonth(monthAfter(month, 1))}`}
        onClick={() => onMonth(monthAfter(month, 1))}
      >
        <IconChevronRight size={16} aria-hidden />
      </Button>
      {month !== presentMonth() && (
        <Button variant="subtle" size="sm" onClick={() => onMonth(null)}>
          This month
        </Button>
      )}
    </Group>
  )
}
