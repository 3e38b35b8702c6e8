import type { ConsoleMember } from '@dineward/core/console-support/members.contract.ts'
import type { TimelineEntry, TimelineKind } from '@dineward/core/console-support/timeline.contract.ts'
import { Anchor, Button, Chip, Group, Table, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatCents } from '../../lib/format.ts'
import { Section } from '../../ui/page/section.tsx'
import { Empty, Loading, Problem } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { timelineQuery } from './support.queries.ts'
import { Rows } from './why-sections.tsx'
import { StateStatus } from './words.tsx'

const kindWords: Record<TimelineKind, readonly [one: string, many: string]> = {
  dine: ['Dine', 'Dines'],
  reward: ['Reward', 'Rewards'],
  payout: ['Payout', 'Payouts'],
  claim: ['Claim', 'Claims'],
  adjustment: ['Adjustment', 'Adjustments'],
  bonus: ['Bonus', 'Bonuses'],
  mail: ['Mail', 'Mails'],
  sign_in: ['Sign-in', 'Sign-ins'],
  change: ['Change', 'Changes'],
}

interface TimelineProps {
  readonly member: ConsoleMember
  /** It writes an amount of the program with its unit. */
  readonly reward: (units: number) => string
}

/** All that happened to the member in one stream, the newest first. */
export function MemberTimeline({ member, reward }: TimelineProps) {
  const [kinds, setKinds] = useState<string[]>([])
  const list = useInfiniteQuery(timelineQuery(member.id, kinds as TimelineKind[]))
  const entries = list.data?.pages.flatMap(({ items }) => items)
  return (
    <Section
      title="Timeline"
      actions={
        <Anchor component={Link} to={`/members/${member.id}/transactions`} fz="sm">
          All dines
        </Anchor>
      }
    >
      <Chip.Group multiple value={kinds} onChange={setKinds}>
        <Group gap={6} role="group" aria-label="Show only">
          {(list.data?.pages[0]?.kinds ?? []).map(kind => (
            <Chip key={kind} value={kind} size="xs" variant="outline">
              {kindWords[kind][1]}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      {list.isError && <Problem error={list.error} retry={() => void list.refetch()} />}
      {list.isPending && <Loading />}
      {entries?.length === 0 && (
        <Empty title="Nothing yet">
          {kinds.length > 0
            ? 'Nothing of these kinds happened.'
            : 'Dines are here as soon as a linked card pays.'}
        </Empty>
      )}
      {entries && entries.length > 0 && (
        <Rows caption="The newest first" headers={['When', 'What', 'State', 'Amount']}>
          {entries.map(entry => (
            <TimelineRow key={`${entry.kind} ${entry.id}`} entry={entry} reward={reward} />
          ))}
        </Rows>
      )}
      {list.hasNextPage && (
        <Button
          variant="default"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
          w="max-content"
        >
          Show more
        </Button>
      )}
    </Section>
  )
}

function TimelineRow({ entry, reward }: { entry: TimelineEntry; reward: TimelineProps['reward'] }) {
  const { kind, at, title, detail, state, units, amountCents } = entry
  const to = addressOf(entry)
  return (
    <Table.Tr>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <Time at={at} />
      </Table.Td>
      <Table.Td>
        <Text span fz="xs" c="dimmed">
          {kindWords[kind][0]}{' '}
        </Text>
        {to ? (
          <Anchor component={Link} to={to} fz="sm">
            {title}
          </Anchor>
        ) : (
          title
        )}
        {detail && (
          <Text fz="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {detail}
          </Text>
        )}
      </Table.Td>
      <Table.Td>{state && <StateStatus state={state} />}</Table.Td>
      <Table.Td>
        {units !== null && <div>{reward(units)}</div>}
        {amountCents !== null && (
          <Text fz="xs" {...(units === null ? {} : { c: 'dimmed' })}>
            {units === null ? formatCents(amountCents) : `of ${formatCents(amountCents)}`}
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  )
}

function addressOf({ kind, id }: TimelineEntry): string | null {
  if (kind === 'dine' || kind === 'reward') return `/transactions/${encodeURIComponent(id)}`
  return kind === 'claim' ? `/claims/${id}` : null
}
