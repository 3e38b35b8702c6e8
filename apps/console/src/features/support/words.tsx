import type { DineStatus } from '@dineward/core/activity/dine-statuses.ts'
import type { MemberState } from '@dineward/core/console-support/members.contract.ts'
import { lookUp } from '@dineward/core/shared/look-up.ts'
import { Group, Text } from '@mantine/core'
import { Status, type Tone } from '../../ui/status.tsx'

/* How support's screens name states. */

const memberStates: Record<MemberState, readonly [Tone, string]> = {
  active: ['good', 'Active'],
  closed: ['quiet', 'Closed'],
  not_joined: ['quiet', 'Has not joined'],
  leaving: ['warn', 'Is being erased'],
  erased: ['quiet', 'Erased'],
}

export function MemberStatus({ state }: { state: MemberState }) {
  const [tone, text] = memberStates[state]
  return <Status tone={tone}>{text}</Status>
}

const tones = {
  Pending: 'wait',
  Awarded: 'good',
  Deferred: 'wait',
  Paid: 'good',
  Forfeit: 'bad',
  processed: 'good',
  received: 'wait',
  parked: 'warn',
  refused: 'bad',
  confirmed: 'good',
  sent: 'wait',
  rejected: 'bad',
  completed: 'good',
  pending: 'wait',
  pending_received: 'wait',
  error: 'bad',
  posted: 'good',
  waiting: 'wait',
  reversed: 'quiet',
  withdrawn: 'quiet',
  approved: 'good',
  declined: 'bad',
  booked: 'good',
  canceled: 'quiet',
  Eligible: 'quiet',
  Enrolled: 'wait',
  Qualified: 'good',
} satisfies Record<string, Tone>

/** What the member reads, since they ask in those words. */
const dineWords: Record<DineStatus, string> = {
  Pending: 'Processing',
  Awarded: 'On its way',
  Deferred: 'On its way',
  Paid: 'Earned',
  Forfeit: 'Not earned',
}

/** It is the state of a dine, with the ledger's word beside it, an event, a file, a payout, an adjustment or a claim. */
export function StateStatus({ state }: { state: string }) {
  const words = lookUp(dineWords, state)
  const status = <Status tone={lookUp(tones, state) ?? 'quiet'}>{words ?? sentenceCase(state)}</Status>
  if (words === undefined) return status
  return (
    <Group gap="2px 6px" component="span" display="inline-flex">
      {status}
      <Text span fz="xs" c="dimmed">
        {state}
      </Text>
    </Group>
  )
}

export function sentenceCase(code: string): string {
  const words = code.replaceAll(/[_.-]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const searches = {
  email: 'email',
  memberNumber: 'member number',
  phone: 'phone number',
  card: 'card',
  transaction: 'transaction',
  name: 'name',
} as const
export const foundByText = (kinds: readonly (keyof typeof searches)[]): string =>
  kinds.map(kind => searches[kind]).join(', ')
