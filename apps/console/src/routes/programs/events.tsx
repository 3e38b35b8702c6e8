import { eventTypeNames } from '@dineward/core/events/event-types.ts'
import type { ListedApiEvent } from '@dineward/core/events/events.contract.ts'
import { Anchor, Button, Code, Modal } from '@mantine/core'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { type EventFilters, eventsQuery } from '../../features/integrations/integrations.queries.ts'
import { ProgramPage } from '../../features/programs/program-page.tsx'
import { column, controlColumn, timeColumn } from '../../kit/list/columns.tsx'
import { choice, type List, search } from '../../kit/list/list.ts'
import { ListView, useListFilters } from '../../kit/list/list-page.tsx'
import { usePagedRows } from '../../kit/list/rows.ts'
import { Empty } from '../../ui/states.tsx'

const listFor = (onOpen: (event: ListedApiEvent) => void): List<ListedApiEvent> => ({
  name: 'api-events',
  label: 'Events',
  rowKey: ({ id }) => id,
  filters: [
    search('Member', 'Their id', 'memberId'),
    choice(
      'type',
      'Type',
      eventTypeNames.map(value => ({ value, label: value })),
    ),
  ],
  columns: [
    column('Type', ({ type }) => type),
    column('Member', ({ memberId }) => memberId, {
      cell: ({ memberId }) =>
        memberId ? (
          <Anchor component={Link} to={`/members/${memberId}`} fz="sm">
            {memberId}
          </Anchor>
        ) : (
          '—'
        ),
    }),
    column('Sequence', ({ sequence }) => sequence, { isNumber: true }),
    column('Event', ({ id }) => id),
    timeColumn('Happened', ({ occurredAt }) => occurredAt, 'relative'),
    controlColumn('Details', event => (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Details of ${event.type} ${event.id}`}
        onClick={() => onOpen(event)}
      >
        Details
      </Button>
    )),
  ],
  empty: (
    <Empty title="No event in the last 30 days">
      Every change of a member, a dine or a reward is one. They are recorded while the setting “Events for
      other systems” is on.
    </Empty>
  ),
})

export function Component() {
  const { slug = '' } = useParams()
  const [opened, setOpened] = useState<ListedApiEvent | null>(null)
  const list = listFor(setOpened)
  const filters = useListFilters<EventFilters>(list)
  const events = usePagedRows(eventsQuery(slug, filters), ({ items }) => items)
  return (
    <ProgramPage slug={slug} part="Events">
      <Anchor component={Link} to={`/programs/${slug}/integrations`} fz="sm">
        All integrations
      </Anchor>
      <ListView of={list} rows={events} />
      {opened && (
        <Modal opened onClose={() => setOpened(null)} title={opened.type} size="xl" centered>
          <Code block tabIndex={0} mah="32rem">
            {JSON.stringify(opened, null, 2)}
          </Code>
        </Modal>
      )}
    </ProgramPage>
  )
}
