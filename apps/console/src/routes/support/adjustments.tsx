import type { ConsoleAdjustment } from '@dineward/core/console-support/adjustments.contract.ts'
import { Anchor, Button, Card, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import {
  approveAdjustment,
  rejectAdjustment,
  waitingAdjustmentsQuery,
  withdrawAdjustment,
} from '../../features/support/support.queries.ts'
import { useFilter } from '../../lib/filters.ts'
import { formatReward } from '../../lib/format.ts'
import { useMay, useProgram } from '../../lib/staff.ts'
import { FilterBar, ProgramFilter } from '../../ui/filter-bar.tsx'
import { Page } from '../../ui/page.tsx'
import { ReasonDialog } from '../../ui/reason-dialog.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { toastDone } from '../../ui/toast.ts'

export function Component() {
  const [partner] = useFilter('partner')
  const waiting = useQuery(waitingAdjustmentsQuery(partner))
  return (
    <Page title="Adjustments" intro="Above the limit, a second person decides. Who asked for one cannot.">
      <FilterBar list="adjustments">
        <ProgramFilter permission="members.read" />
      </FilterBar>
      <Loaded query={waiting}>
        {items =>
          items.length === 0 ? (
            <Empty title="No adjustment waits">
              They are asked for on a member’s page. Those above $50 or 5,000 points or miles come here.
            </Empty>
          ) : (
            <Stack gap="sm">
              {items.map(one => (
                <Waiting key={one.id} adjustment={one} />
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Page>
  )
}

function Waiting({ adjustment }: { adjustment: ConsoleAdjustment }) {
  const { id, partner, memberId, memberName, units, reason, author, createdAt, transactionId, isOwn } =
    adjustment
  const program = useProgram(partner)
  const mayDecide = useMay('adjustments.approve', partner)
  const mayPost = useMay('adjustments.post', partner)
  const [asked, setAsked] = useState<'approve' | 'reject' | 'withdraw' | null>(null)
  const amount = program ? formatReward(program, Math.abs(units)) : String(Math.abs(units))
  const sentence = `${units < 0 ? 'Take' : 'Give'} ${amount}`
  return (
    <Card withBorder padding="md">
      <Group justify="space-between" align="flex-start">
        <div>
          <Text fw={700}>
            {sentence} {units < 0 ? 'from' : 'to'}{' '}
            <Anchor component={Link} to={`/members/${memberId}`}>
              {memberName}
            </Anchor>
          </Text>
          <Text>{reason}</Text>
          <Text fz="sm" c="dimmed">
            {program?.name} · asked by {isOwn ? 'you' : author} <Time at={createdAt} as="relative" />
            {transactionId && (
              <>
                {' · about '}
                <Anchor component={Link} to={`/transactions/${encodeURIComponent(transactionId)}`} fz="sm">
                  a dine
                </Anchor>
              </>
            )}
          </Text>
        </div>
        {isOwn ? (
          <Group gap="xs">
            <Text fz="sm" c="dimmed" maw={220}>
              You asked for it: another person has to decide.
            </Text>
            {mayPost && (
              <Button variant="default" onClick={() => setAsked('withdraw')}>
                Withdraw
              </Button>
            )}
          </Group>
        ) : (
          mayDecide && (
            <Group gap="xs">
              <Button variant="default" onClick={() => setAsked('reject')}>
                Reject
              </Button>
              <Button onClick={() => setAsked('approve')}>Approve</Button>
            </Group>
          )
        )}
      </Group>
      <ReasonDialog
        opened={asked === 'approve'}
        onClose={() => setAsked(null)}
        title="Approve the adjustment"
        confirm={sentence}
        needsReason={false}
        onConfirm={async () => {
          await approveAdjustment(id)
          toastDone(`Posted: ${sentence.toLowerCase()}.`)
        }}
      >
        {sentence} {units < 0 ? 'from' : 'to'} {memberName}: “{reason}”. It is posted at once, and the member
        sees it.
      </ReasonDialog>
      <ReasonDialog
        opened={asked === 'reject'}
        onClose={() => setAsked(null)}
        title="Reject the adjustment"
        confirm="Reject"
        isDangerous
        onConfirm={async text => {
          await rejectAdjustment(id, text)
          toastDone('Rejected. Nothing was posted.')
        }}
      >
        Nothing is posted. The audit log keeps the reason for {author}.
      </ReasonDialog>
      <ReasonDialog
        opened={asked === 'withdraw'}
        onClose={() => setAsked(null)}
        title="Withdraw the adjustment"
        confirm="Withdraw"
        onConfirm={async text => {
          await withdrawAdjustment(id, text)
          toastDone('Withdrawn. Nothing was posted.')
        }}
      >
        It leaves the list, and nothing is posted. You can ask for another one on the member’s page.
      </ReasonDialog>
    </Card>
  )
}
