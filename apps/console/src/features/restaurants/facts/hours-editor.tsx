import type { Sitting, WeekHours } from '@dineward/core/merchants/merchant-facts.rules.ts'
import { type Weekday, weekdays } from '@dineward/core/shared/local-date.ts'
import { ActionIcon, Button, Group, Menu, Stack, Table, Text, TextInput } from '@mantine/core'
import { IconCopy, IconPlus, IconX } from '@tabler/icons-react'
import { Scrolling } from '../../../ui/scrolling.tsx'
import { weekdayNames } from '../restaurant-words.ts'
import styles from '../restaurants.module.css'

interface HoursEditorProps {
  readonly hours: WeekHours
  readonly onChange: (hours: WeekHours) => void
  readonly error?: string | undefined
}

/** Monday comes first, as staff think of a week. */
const days: readonly Weekday[] = [...weekdays.slice(1), weekdays[0]]

/** It edits a week. A day without a sitting is closed. */
export function HoursEditor({ hours, onChange, error }: HoursEditorProps) {
  const setDay = (day: Weekday, sittings: readonly Sitting[]) => {
    const { [day]: _, ...others } = hours
    onChange(sittings.length === 0 ? others : { ...others, [day]: [...sittings] })
  }
  return (
    <Stack gap="xs">
      {error && (
        <Text c="red" fz="sm" role="alert">
          {error}
        </Text>
      )}
      <Scrolling label="Opening hours" minWidth={300}>
        <Table verticalSpacing={6} layout="auto">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={{ base: '3.5rem', xs: '8rem' }}>Day</Table.Th>
              <Table.Th>Open</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {days.map(day => (
              <Table.Tr key={day}>
                <Table.Th scope="row" fw={500}>
                  <Text span inherit visibleFrom="xs">
                    {weekdayNames[day]}
                  </Text>
                  <Text span inherit hiddenFrom="xs">
                    {day}
                  </Text>
                </Table.Th>
                <Table.Td>
                  <DaySittings
                    day={day}
                    sittings={hours[day] ?? []}
                    onChange={sittings => setDay(day, sittings)}
                    onCopy={targets =>
                      onChange({
                        ...hours,
                        ...Object.fromEntries(targets.map(target => [target, [...(hours[day] ?? [])]])),
                      })
                    }
                  />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Scrolling>
      <Text fz="sm" c="dimmed">
        By the restaurant’s clock. A closing time at or before the opening is on the next day.
      </Text>
    </Stack>
  )
}

interface DaySittingsProps {
  readonly day: Weekday
  readonly sittings: readonly Sitting[]
  readonly onChange: (sittings: readonly Sitting[]) => void
  readonly onCopy: (days: readonly Weekday[]) => void
}

function DaySittings({ day, sittings, onChange, onCopy }: DaySittingsProps) {
  const name = weekdayNames[day]
  const change = (index: number, part: Partial<Sitting>) =>
    onChange(sittings.map((each, place) => (place === index ? { ...each, ...part } : each)))
  return (
    <Group gap="sm">
      {sittings.length === 0 && <Text c="dimmed">Closed</Text>}
      {sittings.map((sitting, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sittings have no other name, and two may be the same
        <Group key={index} gap={4} wrap="nowrap" role="group" aria-label={`${name}, sitting ${index + 1}`}>
          <TextInput
            type="time"
            w="5.7rem"
            classNames={{ input: styles.time }}
            aria-label={`${name}: opens`}
            value={sitting.opens}
            onChange={({ currentTarget }) => change(index, { opens: currentTarget.value })}
          />
          <span aria-hidden>–</span>
          <TextInput
            type="time"
            w="5.7rem"
            classNames={{ input: styles.time }}
            aria-label={`${name}: closes`}
            value={sitting.closes}
            onChange={({ currentTarget }) => change(index, { closes: currentTarget.value })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`${name}: remove ${sitting.opens} to ${sitting.closes}`}
            onClick={() => onChange(sittings.filter((_, place) => place !== index))}
          >
            <IconX size={16} />
          </ActionIcon>
        </Group>
      ))}
      {sittings.length < 6 && (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={14} aria-hidden />}
          aria-label={`${name}: add hours`}
          onClick={() => onChange([...sittings, nextSitting(sittings)])}
        >
          Hours
        </Button>
      )}
      {sittings.length > 0 && <CopyTo day={day} onCopy={onCopy} />}
    </Group>
  )
}

function nextSitting(sittings: readonly Sitting[]): Sitting {
  return sittings.length === 0 ? { opens: '17:00', closes: '22:00' } : { opens: '11:30', closes: '14:30' }
}

function CopyTo({ day, onCopy }: { day: Weekday; onCopy: (days: readonly Weekday[]) => void }) {
  const others = days.filter(other => other !== day)
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Copy ${weekdayNames[day]} to other days`}>
          <IconCopy size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onCopy(others)}>To every day</Menu.Item>
        <Menu.Item onClick={() => onCopy(['Mon', 'Tue', 'Wed', 'Thu', 'Fri'])}>To Monday to Friday</Menu.Item>
        {others.map(other => (
          <Menu.Item key={other} onClick={() => onCopy([other])}>
            To {weekdayNames[other]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
