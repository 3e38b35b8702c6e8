import type {
  putRestaurantBook,
  RestaurantBook,
} from '@dineward/core/console-restaurants/restaurant-books.contract.ts'
import { ActionIcon, Alert, Button, Group, Select, SimpleGrid, Stack, Switch, Text } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { NumberField } from '../../kit/form/number-field.tsx'
import { ApiError, api } from '../../lib/api.ts'
import { errorsOf } from '../../lib/field-errors.ts'
import { useUnsavedChanges } from '../../lib/unsaved-changes.ts'
import { toastDone } from '../../ui/dialog/toast.ts'
import { Difference } from '../../ui/difference.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Problem } from '../../ui/states.tsx'
import styles from './restaurants.module.css'
import { bookQuery } from './restaurants.queries.ts'

type Draft = Pick<RestaurantBook, 'takesBookings' | 'terms' | 'tables'>

const newBook: Draft = {
  takesBookings: true,
  terms: {
    slotMinutes: 30,
    seatingMinutes: 90,
    lastSeatingMinutes: 60,
    minPartySize: 1,
    maxPartySize: 4,
    maxDaysAhead: 365,
    leadMinutes: 30,
    hasWaitlist: false,
  },
  tables: [
    { seats: 2, count: 4 },
    { seats: 4, count: 4 },
  ],
}

const draftOf = ({ takesBookings, terms, tables }: Draft): Draft => ({ takesBookings, terms, tables })

export function BookEditor({
  id,
  book,
  mayChange,
}: {
  id: string
  book: RestaurantBook | null
  mayChange: boolean
}) {
  const client = useQueryClient()
  const [draft, setDraft] = useState<Draft | null>(null)
  const [seen, setSeen] = useState<string | null>(null)
  const [isStale, setIsStale] = useState(false)
  useUnsavedChanges(draft !== null)
  const save = useMutation({
    mutationFn: (body: Draft) =>
      api<typeof putRestaurantBook>('PUT', '/api/Console/Restaurants/:id/Book', {
        params: { id },
        body: { ...body, version: isStale ? (book?.version ?? null) : seen },
      }),
    onSuccess: answer => {
      client.setQueryData(bookQuery(id).queryKey, answer.book)
      void client.invalidateQueries({ queryKey: ['restaurant', id] })
      setDraft(null)
      setIsStale(false)
      toastDone('Tables saved.')
    },
    onError: error => {
      if (!(error instanceof ApiError) || error.code !== 'changed_meanwhile') return
      void client.invalidateQueries({ queryKey: bookQuery(id).queryKey })
      setIsStale(true)
    },
  })
  const shown = draft ?? (book ? draftOf(book) : null)
  const change = (part: Partial<Draft>) => {
    if (!draft) setSeen(book?.version ?? null)
    setDraft({ ...(shown ?? newBook), ...part })
  }
  if (!shown)
    return (
      <Section title="Tables" intro="Members cannot book tables here.">
        {mayChange && (
          <Group>
            <Button onClick={() => change({})}>Take bookings</Button>
          </Group>
        )}
      </Section>
    )
  const errors = errorsOf(save.error)
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        save.mutate(shown)
      }}
    >
      <Section title="Tables" intro="A table that is booked stays until its bookings are over.">
        {book && book.leavingTables.length > 0 && <LeavingTables book={book} />}
        {isStale && book && draft && (
          <Alert color="orange" title="Someone else changed this meanwhile" role="alert">
            <Difference before={draftOf(book)} after={draft} />
          </Alert>
        )}
        <fieldset className={styles.plain} disabled={!mayChange}>
          <Stack gap="sm">
            <BookSwitches draft={shown} onChange={change} />
            <TableGroups tables={shown.tables} onChange={tables => change({ tables })} />
            <SeatingFields
              terms={shown.terms}
              onChange={part => change({ terms: { ...shown.terms, ...part } })}
              errors={{ ...errors, ...termErrors(save.error) }}
            />
          </Stack>
        </fieldset>
        {save.isError && !isStale && <Problem error={save.error} />}
        {mayChange && (
          <Group justify="flex-end">
            {draft && (
              <Button
                variant="default"
                onClick={() => {
                  setDraft(null)
                  setIsStale(false)
                  save.reset()
                }}
              >
                {isStale ? 'Keep theirs' : 'Discard'}
              </Button>
            )}
            <Button type="submit" disabled={!draft} loading={save.isPending}>
              {isStale ? 'Save mine' : 'Save tables'}
            </Button>
          </Group>
        )}
      </Section>
    </form>
  )
}

interface BookSwitchesProps {
  readonly draft: Draft
  readonly onChange: (part: Partial<Draft>) => void
}

function BookSwitches({ draft: { takesBookings, terms }, onChange }: BookSwitchesProps) {
  return (
    <>
      <Switch
        label="Takes bookings"
        description="Off: no new ones. Those that are booked stay."
        checked={takesBookings}
        onChange={({ currentTarget }) => onChange({ takesBookings: currentTarget.checked })}
      />
      <Switch
        label="Offers a waitlist"
        description="On a full evening members wait for the next table, in the order of asking."
        checked={terms.hasWaitlist}
        onChange={({ currentTarget }) =>
          onChange({ terms: { ...terms, hasWaitlist: currentTarget.checked } })
        }
      />
    </>
  )
}

function termErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  return Object.fromEntries(error.fieldErrors.map(({ field, message }) => [field.split('.').at(-1), message]))
}

function LeavingTables({ book }: { book: RestaurantBook }) {
  return (
    <Alert color="blue" title="Still in use">
      {book.leavingTables.map(({ tableNo, seats }) => `Table ${tableNo} (for ${seats})`).join(', ')}: booked
      or held, and without new bookings. Save again later to remove them.
    </Alert>
  )
}

interface TableGroupsProps {
  readonly tables: Draft['tables']
  readonly onChange: (tables: Draft['tables']) => void
}

function TableGroups({ tables, onChange }: TableGroupsProps) {
  const set = (index: number, part: Partial<Draft['tables'][number]>) =>
    onChange(tables.map((group, place) => (place === index ? { ...group, ...part } : group)))
  const seats = tables.reduce((sum, group) => sum + group.seats * group.count, 0)
  return (
    <Stack gap={6}>
      {tables.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups are edited in place
        <Group key={index} gap="xs" align="center" wrap="nowrap">
          <NumberField
            aria-label={`How many tables for ${group.seats}`}
            w="5.5rem"
            min={1}
            max={500}
            allowDecimal={false}
            value={group.count}
            onChange={count => set(index, { count: count || 1 })}
          />
          <Text fz="sm">tables for</Text>
          <NumberField
            aria-label="Seats of each"
            w="5.5rem"
            min={1}
            max={100}
            allowDecimal={false}
            value={group.seats}
            onChange={seats => set(index, { seats: seats || 1 })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Remove the tables for ${group.seats}`}
            disabled={tables.length === 1}
            onClick={() => onChange(tables.filter((_, place) => place !== index))}
          >
            <IconX size={16} />
          </ActionIcon>
        </Group>
      ))}
      <Group gap="sm">
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onChange([...tables, { seats: 6, count: 1 }])}
        >
          Add a size
        </Button>
        <Text fz="sm" c="dimmed">
          {seats} seats
        </Text>
      </Group>
    </Stack>
  )
}

interface SeatingFieldsProps {
  readonly terms: Draft['terms']
  readonly onChange: (part: Partial<Draft['terms']>) => void
  readonly errors: Readonly<Record<string, string>>
}

function SeatingFields({ terms, onChange, errors }: SeatingFieldsProps) {
  const whole = (name: Exclude<keyof Draft['terms'], 'hasWaitlist'>, max: number, step = 1) => ({
    value: terms[name],
    onChange: (value: number | null) => onChange({ [name]: value ?? 0 }),
    error: errors[name],
    min: 0,
    max,
    step,
    allowDecimal: false,
  })
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
      <Select
        label="A seating every"
        allowDeselect={false}
        data={[
          { value: '15', label: '15 minutes' },
          { value: '30', label: '30 minutes' },
          { value: '60', label: 'hour' },
        ]}
        value={String(terms.slotMinutes)}
        onChange={value => onChange({ slotMinutes: Number(value) as 15 | 30 | 60 })}
      />
      <NumberField label="A table is taken for" suffix=" minutes" {...whole('seatingMinutes', 480, 15)} />
      <NumberField
        label="Last seating before closing"
        suffix=" minutes"
        {...whole('lastSeatingMinutes', 720, 15)}
      />
      <NumberField label="Booked at least before" suffix=" minutes" {...whole('leadMinutes', 43_200, 15)} />
      <NumberField label="Smallest party" {...whole('minPartySize', 100)} />
      <NumberField label="Largest party" {...whole('maxPartySize', 100)} />
      <NumberField label="Booked at most ahead" suffix=" days" {...whole('maxDaysAhead', 730)} />
    </SimpleGrid>
  )
}
