import { Button, Table, VisuallyHidden } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatNumber } from '../../lib/format.ts'
import { ReasonDialog } from '../../ui/dialog/reason-dialog.tsx'
import { toastDone } from '../../ui/dialog/toast.ts'
import { Section } from '../../ui/page/section.tsx'
import { Scrolling } from '../../ui/scrolling.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { type EventKind, inboxKindsQuery, retryKind, wordsOf } from './inbox.queries.ts'
import { eventStateWords, reasonWords } from './inbox-words.ts'

/** The events that need a person, by what they wait for; all of a kind are retried at once. */
export function InboxKinds({ partner, mayRetry }: { partner: string; mayRetry: boolean }) {
  const kinds = useQuery(inboxKindsQuery(partner))
  const [retried, setRetried] = useState<EventKind | null>(null)
  const queryClient = useQueryClient()
  return (
    <Section title="Needs attention">
      <Loaded query={kinds}>
        {items =>
          items.length === 0 ? (
            <Empty title="Nothing is parked or refused">Every card event was processed.</Empty>
          ) : (
            <KindTable kinds={items} onRetry={mayRetry ? setRetried : undefined} />
          )
        }
      </Loaded>
      <ReasonDialog
        opened={retried !== null}
        onClose={() => setRetried(null)}
        title={`Retry all: ${retried?.status ?? ''}, ${wordsOf(retried?.reasonCode ?? null)}`}
        confirm="Retry them"
        onConfirm={async reason => {
          const { retried: count } = await retryKind(retried!, { partner, reason })
          await queryClient.invalidateQueries({ queryKey: ['inbox'] })
          toastDone(count === 1 ? 'One event is processed again.' : `${count} events are processed again.`)
        }}
      >
        At most 1,000, the oldest first. Repair the cause before: those that fail again are parked again. A
        reward is never posted twice.
      </ReasonDialog>
    </Section>
  )
}

function KindTable({
  kinds,
  onRetry,
}: {
  kinds: readonly EventKind[]
  onRetry: ((kind: EventKind) => void) | undefined
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
                {onRetry && kind.status !== 'received' && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`Retry all ${kind.status}, ${wordsOf(kind.reasonCode)}`}
                    onClick={() => onRetry(kind)}
                  >
                    Retry all
                  </Button>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Scrolling>
  )
}
