import type { FindingSubject } from '@dineward/core/console-system/health.contract.ts'
import { Anchor } from '@mantine/core'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ActionButton } from '../../kit/action/action-dialog.tsx'
import { useMayInNetwork } from '../../lib/staff.ts'
import { inboxKindsQuery, retriedWords, retryKind } from './inbox.queries.ts'
import { runJob } from './jobs.queries.ts'
import { retryMessages } from './messages.queries.ts'

const pages: Record<FindingSubject, { readonly to: string; readonly label: string }> = {
  parkedEvents: { to: '/system/inbox?status=parked', label: 'Parked card events' },
  mails: { to: '/system/messages?kind=mail', label: 'Mails' },
  texts: { to: '/system/messages?kind=text', label: 'Text messages' },
  payouts: { to: '/finance/payouts?status=error', label: 'Payouts' },
  jobs: { to: '/system/jobs', label: 'Jobs' },
}

/** It leads to what a check found, and repairs it at once where one can. */
export function FindingRemedy({ subject, job }: { subject: FindingSubject; job: string | null }) {
  const mayRepair = useMayInNetwork('system.run')
  const { to, label } = pages[subject]
  return (
    <>
      <Anchor component={Link} to={to}>
        {label}
      </Anchor>
      {mayRepair && <Repair subject={subject} job={job} />}
    </>
  )
}

function Repair({ subject, job }: { subject: FindingSubject; job: string | null }) {
  if (subject === 'parkedEvents')
    return (
      <RepairButton label="Retry parked events" confirm="Retry them" repair={retryParked}>
        Up to 1,000 of each kind, the oldest first. Repair the cause before: those that fail again are parked
        again. A reward is never posted twice.
      </RepairButton>
    )
  if (subject === 'mails' || subject === 'texts')
    return (
      <RepairButton
        label={subject === 'mails' ? 'Send mails again' : 'Send text messages again'}
        confirm="Send them"
        repair={reason => sendAgain(subject === 'mails' ? 'mail' : 'text', reason)}
      >
        Up to 1,000 of each program. Repair the cause before: those that fail again are given up again. Those
        that held a code are gone.
      </RepairButton>
    )
  if (job === null) return null
  return (
    <RepairButton
      label={`Run ${job} again`}
      confirm="Run it"
      repair={async reason => {
        const { state, says } = await runJob(job, reason)
        if (state === 'failed') throw new Error(`It failed: ${says ?? ''}`)
        return state === 'done' ? `${job}: ${says}` : `${job} is started and goes on.`
      }}
    >
      Repair the cause before. Jobs may run at any time: what is done already is not done again.
    </RepairButton>
  )
}

async function retryParked(reason: string, client: QueryClient): Promise<string> {
  const kinds = await client.fetchQuery(inboxKindsQuery(''))
  let count = 0
  for (const kind of kinds.filter(({ status }) => status === 'parked'))
    count += (await retryKind(kind, { partner: '', reason })).retried
  return retriedWords(count)
}

async function sendAgain(kind: 'mail' | 'text', reason: string): Promise<string> {
  const { retried } = await retryMessages({ kind, reason })
  return retried === 1 ? 'One message is sent again.' : `${retried} messages are sent again.`
}

interface RepairButtonProps {
  readonly label: string
  readonly confirm: string
  /** @returns what it did, as a sentence */
  readonly repair: (reason: string, client: QueryClient) => Promise<string>
  readonly children: ReactNode
}

function RepairButton({ label, confirm, repair, children }: RepairButtonProps) {
  const client = useQueryClient()
  return (
    <ActionButton
      label={label}
      button={{ size: 'compact-sm' }}
      title={label}
      confirm={confirm}
      refresh={[['inbox'], ['messages'], ['jobs'], ['health']]}
      run={({ reason }) => repair(reason, client)}
    >
      {children}
    </ActionButton>
  )
}
