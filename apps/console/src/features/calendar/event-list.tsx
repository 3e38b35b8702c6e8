import { Anchor, Group, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import { formatPlainDate } from '../../lib/format.ts'
import { ProgramName } from '../../ui/program-name.tsx'
import { Empty } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import styles from './calendar.module.css'
import { type CalendarEvent, pageOf } from './calendar-events.ts'

interface EventListProps {
  readonly events: readonly CalendarEvent[]
  readonly colors: ReadonlyMap<string, string>
  readonly none: string
}

const types = { entry: 'Content', bonus: 'Bonus', offer: 'Offer' } as const
const time = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })

/** Day by day, each with the way to its page. */
export function EventList({ events, colors, none }: EventListProps) {
  if (events.length === 0)
    return <Empty title={none}>Publish an entry with a time, or give a bonus or an offer its days.</Empty>
  return (
    <Stack gap="md">
      {[...Map.groupBy(events, ({ day }) => day)].map(([day, ofDay]) => (
        <section key={day} aria-label={formatPlainDate(day)}>
          <Text fw={700} component="h3" fz="md" m={0} mb={4}>
            {formatPlainDate(day)}
          </Text>
          <Stack gap="xs" component="ul" p={0} m={0}>
            {ofDay.map(event => (
              <EventRow key={event.key} event={event} color={colors.get(event.item.program)} />
            ))}
          </Stack>
        </section>
      ))}
    </Stack>
  )
}

function EventRow({ event, color }: { event: CalendarEvent; color: string | undefined }) {
  const { what, at, item } = event
  const { program, type, name, conflicts } = item
  return (
    <Group component="li" gap="xs" align="flex-start" wrap="nowrap">
      <span className={styles.swatch} style={{ background: color, marginBlockStart: 5 }} aria-hidden />
      <div>
        <Anchor component={Link} to={pageOf(item)} fz="sm" fw={600}>
          {name}
        </Anchor>
        <Text fz="xs" c="dimmed">
          {what}
          {at && ` ${time.format(new Date(at))}`} · {types[type]} · <ProgramName slug={program} />
        </Text>
        {conflicts.length > 0 && (
          <Group gap={6}>
            <Status tone="bad">Conflict</Status>
            <Text fz="xs">
              Same place and time as{' '}
              {conflicts.map((entry, index) => (
                <span key={entry}>
                  {index > 0 && ', '}
                  <Anchor
                    component={Link}
                    to={`/programs/${program}/content/${entry}`}
                    fz="xs"
                    underline="always"
                  >
                    {entry}
                  </Anchor>
                </span>
              ))}
              : one of them is hidden.
            </Text>
          </Group>
        )}
      </div>
    </Group>
  )
}
