import type { FindingSubject } from '@dineward/core/console-system/health.contract.ts'
import { Anchor, Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useMay } from '../../lib/staff.ts'
import { ReasonDialog } from '../../ui/dialog/reason-dialog.tsx'
import { toastDone } from '../../ui/dialog/toast.ts'
import { inboxKindsQuery, retryKind } from './inbox.queries.ts'

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
  const [isAsked, setAsked] = useState(false)

  async function retryAll(reason: string) {
    const kinds = await queryClient.fetchQuery(inboxKindsQuery(''))
    let count = 0
    for (const kind of kinds.filter(({ status }) => status === 'parked'))
      count += (await retryKind(kind, { partner: '', reason })).retried
    await queryClient.invalidateQueries({ queryKey: ['inbox'] })
    await queryClient.invalidateQueries({ queryKey: ['health'] })
    toastDone(count === 1 ? 'One event is processed again.' : `${count} events are processed again.`)
  }

  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setAsked(true)}>
        Retry parked events
      </Button>
      <ReasonDialog
        opened={isAsked}
        onClose={() => setAsked(false)}
        title="Retry the parked card events"
        confirm="Retry them"
        onConfirm={retryAll}
      >
        Up to 1,000 of each kind, the oldest first. Repair the cause before: those that fail again are parked
        again. A reward is never posted twice.
      </ReasonDialog>
    </>
  )
}
