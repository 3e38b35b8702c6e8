import { useQuery } from '@tanstack/react-query'
import { ActionButton } from '../../kit/action/action-dialog.tsx'
import { SmallTable } from '../../kit/small-table.tsx'
import { formatNumber } from '../../lib/format.ts'
import { Section } from '../../ui/page/section.tsx'
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
            <SmallTable
              label="Kinds"
              rows={items}
              rowKey={kind => `${kind.status} ${kind.reasonCode}`}
              columns={[
                ['Reason', ({ reasonCode }) => reasonWords(reasonCode)],
                [
                  'State',
                  ({ status }) => (status === 'received' ? 'Is tried again' : eventStateWords[status]),
                ],
                ['Events', ({ count }) => formatNumber(count), 'number'],
                ['Oldest', ({ oldestAt }) => <Time at={oldestAt} as="relative" />],
                [
                  'Actions',
                  kind =>
                    mayRetry && kind.status !== 'received' && <RetryKind kind={kind} partner={partner} />,
                  'buttons',
                ],
              ]}
            />
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
