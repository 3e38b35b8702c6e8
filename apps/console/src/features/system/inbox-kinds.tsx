import { Table, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ActionButton } from '../../kit/action/action-dialog.tsx'
import { formatNumber } from '../../lib/format.ts'
import { Section } from '../../ui/page/section.tsx'
import { Scrolling } from '../../ui/scrolling.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { type EventKind, inboxKindsQuery, retriedWords, retryKind, wordsOf } from './inbox.queries.ts'
import { eventStateWords, reasonWords } from './inbox-words.ts'

/** The events that need a person, by what they wait for; all of a kind are retried at once. */
export function InboxKinds({ partner, mayRetry }: { partner: string; mayRetry: boolean }) {
  const kinds = useQuery(inboxKindsQuery(partner))
  return (
    <Section title="Needs attention">
      <Loaded query={kinds}>
        {items =>
          items.length === 0 ? (
            <Empty title="Nothing is parked or refused">Every card event was processed.</Empty>
          ) : (
            <KindTable kinds={items} partner={partner} mayRetry={mayRetry} />
          )
        }
      </Loaded>
    </Section>
  )
}

function RetryKind({ kind, partner }: { kind: EventKind; partner: string }) {
  return (
    <ActionButton
      label="Retry all"
      ariaLabel={`Retry all ${kind.status}, ${wordsOf(kind.reasonCode)}`}
      button={{ size: 'compact-sm' }}
      title={`Retry all: ${kind.status}, ${wordsOf(kind.reasonCode)}`}
      confirm="Retry them"
      refresh={[['inbox']]}
      run={async ({ reason }) => retriedWords((await retryKind(kind, { partner, reason })).retried)}
    >
      At most 1,000, the oldest first. Repair the cause before: those that fail again are parked again. A
      reward is never posted twice.
    </ActionButton>
  )
}

function KindTable({
  kinds,
  partner,
  mayRetry,
}: {
  kinds: readonly EventKind[]
  partner: string
  mayRetry: boolean
}) {
  return (
    <Scrolling label="Kinds" minWidth={420}>
      <Table fz="sm" aria-label="Kinds">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Reason</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th ta="right">Events</Table.Th>
            <Table.Th>Oldest</Table.Th>
            <Table.Th>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {kinds.map(kind => (
            <Table.Tr key={`${kind.status} ${kind.reasonCode}`}>
              <Table.Th scope="row">{reasonWords(kind.reasonCode)}</Table.Th>
              <Table.Td>
                {kind.status === 'received' ? 'Is tried again' : eventStateWords[kind.status]}
              </Table.Td>
              <Table.Td ta="right">{formatNumber(kind.count)}</Table.Td>
              <Table.Td>
                <Time at={kind.oldestAt} as="relative" />
              </Table.Td>
              <Table.Td>
                {mayRetry && kind.status !== 'received' && <RetryKind kind={kind} partner={partner} />}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Scrolling>
  )
}
