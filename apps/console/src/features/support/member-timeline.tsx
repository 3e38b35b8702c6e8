import type { ConsoleMember } from '@dineward/core/console-support/members.contract.ts'
import type { TimelineEntry, TimelineKind } from '@dineward/core/console-support/timeline.contract.ts'
import { Anchor, Box, Button, Chip, Group, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatCents } from '../../lib/format.ts'
import { Section } from '../../ui/page/section.tsx'
import { Empty, Loading, Problem } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import styles from './support.module.css'
import { timelineQuery } from './support.queries.ts'
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
        <Stack component="ul" gap={0} className={styles.timeline} aria-label="The newest first">
          {entries.map(entry => (
            <TimelineRow key={`${entry.kind} ${entry.id}`} entry={entry} reward={reward} />
          ))}
        </Stack>
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
    <Group component="li" justify="space-between" align="flex-start" gap="sm" wrap="nowrap">
      <Box miw={0} fz="sm">
        <Text fz="xs" c="dimmed">
          {kindWords[kind][0]} · <Time at={at} />
        </Text>
        {to ? (
          <Anchor component={Link} to={to} fz="sm">
            {title}
          </Anchor>
        ) : (
          title
        )}
        {detail && (
          <Text fz="xs" c="dimmed">
            {detail}
          </Text>
        )}
      </Box>
      <Stack gap={2} align="flex-end" ta="right" fz="sm" className={styles.outcome}>
        {state && <StateStatus state={state} />}
        {units !== null && reward(units)}
        {amountCents !== null && (
          <Text fz="xs" c="dimmed">
            {units === null ? formatCents(amountCents) : `of ${formatCents(amountCents)}`}
          </Text>
        )}
      </Stack>
    </Group>
  )
}

function addressOf({ kind, id }: TimelineEntry): string | null {
  if (kind === 'dine' || kind === 'reward') return `/transactions/${encodeURIComponent(id)}`
  return kind === 'claim' ? `/claims/${id}` : null
}
