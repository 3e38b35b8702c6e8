import type { ConsoleAdjustment } from '@dineward/core/console-support/adjustments.contract.ts'
import { Anchor, Button, Card, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import {
  AdjustmentDecision,
  type Decision,
  useAdjustmentWords,
} from '../../features/support/adjustment-decision.tsx'
import { waitingAdjustmentsQuery } from '../../features/support/support.queries.ts'
import { useFilter } from '../../lib/filters.ts'
import { useMay, useProgram } from '../../lib/staff.ts'
import { Page } from '../../ui/page/page.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { FilterBar, ProgramFilter } from '../../ui/table/filter-bar.tsx'
import { Time } from '../../ui/time.tsx'

export function Component() {
  const [partner] = useFilter('partner')
  const waiting = useQuery(waitingAdjustmentsQuery(partner))
  const [asked, setAsked] = useState<{ adjustment: ConsoleAdjustment; decision: Decision } | null>(null)
  const [isOpen, { open, close }] = useDisclosure(false)
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
                <Waiting
                  key={one.id}
                  adjustment={one}
                  onDecide={decision => {
                    setAsked({ adjustment: one, decision })
                    open()
                  }}
                />
              ))}
            </Stack>
          )
        }
      </Loaded>
      {asked && <AdjustmentDecision {...asked} opened={isOpen} onClose={close} />}
    </Page>
  )
}

function Waiting({
  adjustment,
  onDecide,
}: {
  adjustment: ConsoleAdjustment
  onDecide: (decision: Decision) => void
}) {
  const { partner, memberId, memberName, units, reason, author, createdAt, transactionId, isOwn } = adjustment
  const program = useProgram(partner)
  const sentence = useAdjustmentWords(adjustment)
  const mayDecide = useMay('adjustments.approve', partner)
  const mayPost = useMay('adjustments.post', partner)
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
              <Button variant="default" onClick={() => onDecide('withdraw')}>
                Withdraw
              </Button>
            )}
          </Group>
        ) : (
          mayDecide && (
            <Group gap="xs">
              <Button variant="default" onClick={() => onDecide('reject')}>
                Reject
              </Button>
              <Button onClick={() => onDecide('approve')}>Approve</Button>
            </Group>
          )
        )}
      </Group>
    </Card>
  )
}
