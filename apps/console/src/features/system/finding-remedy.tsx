import type { FindingSubject } from '@dineward/core/console-system/health.contract.ts'
import { Anchor } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { ActionButton } from '../../kit/action/action-dialog.tsx'
import { useMay } from '../../lib/staff.ts'
import { inboxKindsQuery, retriedWords, retryKind } from './inbox.queries.ts'

const pages: Record<FindingSubject, { readonly to: string; readonly label: string }> = {
  parkedEvents: { to: '/system/inbox?status=parked', label: 'Parked card events' },
  messages: { to: '/system/messages', label: 'Messages' },
  payouts: { to: '/finance/payouts', label: 'Payouts' },
  jobs: { to: '/system/jobs', label: 'Jobs' },
}

/** It leads to what a check found, and retries parked card events at once. */
export function FindingRemedy({ subject }: { readonly subject: FindingSubject }) {
  const mayRetry = useMay('system.run')
  const { to, label } = pages[subject]
  return (
    <>
      <Anchor component={Link} to={to}>
        {label}
      </Anchor>
      {subject === 'parkedEvents' && mayRetry ? <RetryParked /> : null}
    </>
  )
}

function RetryParked() {
  const queryClient = useQueryClient()

  async function retryAll(reason: string): Promise<string> {
    const kinds = await queryClient.fetchQuery(inboxKindsQuery(''))
    let count = 0
    for (const kind of kinds.filter(({ status }) => status === 'parked'))
      count += (await retryKind(kind, { partner: '', reason })).retried
    return retriedWords(count)
  }

  return (
    <ActionButton
      label="Retry parked events"
      button={{ size: 'compact-sm' }}
      title="Retry the parked card events"
      confirm="Retry them"
      refresh={[['inbox'], ['health']]}
      run={({ reason }) => retryAll(reason)}
    >
      Up to 1,000 of each kind, the oldest first. Repair the cause before: those that fail again are parked
      again. A reward is never posted twice.
    </ActionButton>
  )
}
