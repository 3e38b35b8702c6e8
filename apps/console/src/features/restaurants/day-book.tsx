import type {
  postCancelReservation,
  TableReservation,
} from '@dineward/core/console-restaurants/restaurant-books.contract.ts'
import type { Occasion } from '@dineward/core/reservations/table-requests.ts'
import { Group, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ActionButton } from '../../kit/action/action-dialog.tsx'
import { api } from '../../lib/api.ts'
import { useFilter } from '../../lib/filters.ts'
import { formatPlainDate } from '../../lib/format.ts'
import { Section } from '../../ui/page/section.tsx'
import { ProgramName } from '../../ui/program-name.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import { DataTable, type TableColumn } from '../../ui/table/data-table.tsx'
import { dayQuery } from './restaurants.queries.ts'

/** "2026-03-14T19:00:00-04:00" -> "7:00 PM", by the restaurant's clock. */
function clockTime(at: string): string {
  const [hour = 0, minute = 0] = at.slice(11, 16).split(':').map(Number)
  return `${hour % 12 === 0 ? 12 : hour % 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`
}

/** It lists the reservations of a day. */
export function DayBook({ id }: { id: string }) {
  const [date, setDate] = useFilter('date')
  const query = useQuery(dayQuery(id, date || undefined))
  return (
    <Section title="The book">
      <Loaded query={query}>
        {day => (
          <>
            <Group align="flex-end" gap="sm">
              <TextInput
                type="date"
                label="Day"
                value={day.date}
                onChange={({ currentTarget }) => setDate(currentTarget.value || null)}
              />
              <Text fz="sm" c="dimmed" role="status" pb={6}>
                {countsInWords(day.reservations)} on {formatPlainDate(day.date)}, {day.tablesTaken} tables
                taken. Times of {day.timezone}.
              </Text>
            </Group>
            <DataTable
              label={`Reservations of ${day.date}`}
              columns={columns}
              rows={day.reservations}
              rowKey={reservation => reservation.id}
              empty={<Empty title="No reservations on this day" />}
            />
          </>
        )}
      </Loaded>
    </Section>
  )
}

function countsInWords(reservations: readonly TableReservation[]): string {
  const booked = reservations.filter(({ status }) => status === 'booked')
  const people = booked.reduce((sum, { partySize }) => sum + partySize, 0)
  return `${booked.length} ${booked.length === 1 ? 'reservation' : 'reservations'} for ${people}`
}

const columns: readonly TableColumn<TableReservation>[] = [
  {
    key: 'time',
    header: 'Time',
    cell: ({ startsAt }) => clockTime(startsAt),
    sortBy: one => one.startsAt,
  },
  { key: 'party', header: 'Party', isNumber: true, cell: ({ partySize }) => partySize },
  { key: 'table', header: 'Table', isNumber: true, cell: ({ tableNo }) => tableNo ?? '—' },
  { key: 'requests', header: 'Requests', cell: reservation => <Requests {...reservation} /> },
  { key: 'code', header: 'Code', cell: ({ confirmationCode }) => confirmationCode },
  { key: 'guest', header: 'Guest', cell: ({ guestName }) => guestName ?? 'Member' },
  {
    key: 'program',
    header: 'Program',
    cell: ({ partner }) => <ProgramName slug={partner} />,
  },
  {
    key: 'status',
    header: 'State',
    cell: ({ status }) => (
      <Status tone={status === 'booked' ? 'good' : 'quiet'}>
        {status === 'booked' ? 'Booked' : 'Canceled'}
      </Status>
    ),
  },
  {
    key: 'cancel',
    header: 'Action',
    isControl: true,
    cell: reservation => reservation.canCancel && <CancelButton reservation={reservation} />,
  },
]

const occasionNames: Record<Occasion, string> = {
  birthday: 'Birthday',
  anniversary: 'Anniversary',
  date: 'Date',
  business: 'Business',
  celebration: 'Celebration',
}

/** Allergies come first: the kitchen needs them. */
function Requests({
  allergies,
  occasion,
  notes,
}: Pick<TableReservation, 'allergies' | 'occasion' | 'notes'>) {
  const lines = [
    allergies && `Allergies: ${allergies}`,
    occasion && `Occasion: ${occasionNames[occasion]}`,
    notes,
  ].filter(line => line)
  return lines.length === 0 ? (
    '—'
  ) : (
    <Text fz="sm" style={{ whiteSpace: 'pre-line' }}>
      {lines.join('\n')}
    </Text>
  )
}

function CancelButton({ reservation }: { reservation: TableReservation }) {
  const { id, partner, partySize, startsAt, guestName, confirmationCode } = reservation
  return (
    <ActionButton
      label="Cancel"
      ariaLabel={`Cancel ${confirmationCode}`}
      button={{ size: 'compact-sm', variant: 'subtle', color: 'red' }}
      title={`Cancel the table of ${clockTime(startsAt)}`}
      confirm="Cancel the table"
      isDangerous
      refresh={[['restaurant']]}
      run={async ({ reason }) => {
        await api<typeof postCancelReservation>('POST', '/api/Console/Reservations/:id/Cancel', {
          params: { id },
          body: { partner, reason },
        })
        return guestName === null ? 'Canceled. The member gets a mail.' : 'Canceled. The guest is told.'
      }}
    >
      {guestName === null
        ? `A table for ${partySize} becomes free, and the member gets a mail. A bonus for this table is lost.`
        : `A table for ${partySize} becomes free. The guest hears of it by email, or by text where they booked by phone.`}
    </ActionButton>
  )
}
