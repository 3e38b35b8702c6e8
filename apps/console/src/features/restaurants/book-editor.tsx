import {
  type putRestaurantBook,
  type RestaurantBook,
  typedBookSchema,
} from '@dineward/core/console-restaurants/restaurant-books.contract.ts'
import { ActionIcon, Alert, Button, Group, Select, SimpleGrid, Stack, Switch, Text } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormBar } from '../../kit/form/form-parts.tsx'
import { NumberField } from '../../kit/form/number-field.tsx'
import { useEditForm } from '../../kit/form/use-edit-form.ts'
import { api } from '../../lib/api.ts'
import { Section } from '../../ui/page/section.tsx'
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
  const [isBegun, setBegun] = useState(false)
  const edit = useEditForm<Draft>({
    initial: newBook,
    stored: book && { value: draftOf(book), version: book.version },
    schema: typedBookSchema,
    labels: { terms: '', tables: 'Size' },
    refresh: [['restaurant', id]],
    async run({ takesBookings, terms, tables }, { version }) {
      const path = '/api/Console/Restaurants/:id/Book'
      const answer = await api<typeof putRestaurantBook>('PUT', path, {
        params: { id },
        body: { takesBookings, terms, tables, version },
      })
      client.setQueryData(bookQuery(id).queryKey, answer.book)
      return 'Tables saved.'
    },
  })
  const { values: shown, change } = edit
  const errors = edit.errorsOf(['terms'])
  if (!book && !isBegun)
    return (
      <Section title="Tables" intro="Members cannot book tables here.">
        {mayChange && (
          <Group>
            <Button onClick={() => setBegun(true)}>Take bookings</Button>
          </Group>
        )}
      </Section>
    )
  return (
    <form onSubmit={edit.submit}>
      <Section title="Tables" intro="A table that is booked stays until its bookings are over.">
        {book && book.leavingTables.length > 0 && <LeavingTables book={book} />}
        <fieldset className={styles.plain} disabled={!mayChange}>
          <Stack gap="sm">
            <BookSwitches draft={shown} onChange={change} />
            <TableGroups tables={shown.tables} onChange={tables => change({ tables })} />
            <SeatingFields
              terms={shown.terms}
              onChange={part => change({ terms: { ...shown.terms, ...part } })}
              errors={errors}
            />
          </Stack>
        </fieldset>
        {mayChange && (
          <FormBar
            of={edit}
            save="Save tables"
            isNew={!book}
            needsReason={false}
            onDiscard={() => setBegun(false)}
          />
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
    error: errors[`terms.${name}`],
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
