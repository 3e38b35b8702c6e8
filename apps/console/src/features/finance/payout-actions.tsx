import type {
  ListedPayout,
  postPayoutRetry,
  postPayoutReturn,
} from '@dineward/core/console-finance/payouts.contract.ts'
import { type PayoutReason, payoutReasons } from '@dineward/core/payouts/payouts.rules.ts'
import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, api } from '../../lib/api.ts'
import { formatCents } from '../../lib/format.ts'
import { useMay } from '../../lib/staff.ts'
import { ReasonDialog } from '../../ui/dialog/reason-dialog.tsx'
import { toastDone, toastProblem } from '../../ui/dialog/toast.ts'
import { financeKey } from './finance.queries.ts'
import { payoutReasonWords, payoutStatusWords } from './payout-words.ts'

export function PayoutActions({ payout }: { payout: ListedPayout }) {
  const mayPay = useMay('finance.pay', payout.partner)
  if (!mayPay) return null
  const isInFlight = payout.nextAttemptAt !== null
  return (
    <Group gap={6} wrap="nowrap">
      {isInFlight && <AskButton payout={payout} />}
      {(payout.status === 'completed' || payout.status === 'error') && (
        <ReturnButton payout={payout} status={payout.status} />
      )}
    </Group>
  )
}

function AskButton({ payout: { id, partner } }: { payout: ListedPayout }) {
  const client = useQueryClient()
  const ask = useMutation({
    mutationFn: () =>
      api<typeof postPayoutRetry>('POST', '/api/Console/Finance/Payouts/:id/Retry', {
        params: { id },
        body: { partner },
      }),
    onSuccess: ({ payout }) => toastDone(`The payout is now: ${payoutStatusWords[payout.status].label}.`),
    onError: toastProblem,
    onSettled: () => client.invalidateQueries({ queryKey: financeKey }),
  })
  return (
    <Button size="compact-xs" variant="default" loading={ask.isPending} onClick={() => ask.mutate()}>
      Ask now
    </Button>
  )
}

function ReturnButton({ payout, status }: { payout: ListedPayout; status: 'completed' | 'error' }) {
  const { id, partner, amountCents } = payout
  const [isOpen, { open, close }] = useDisclosure(false)
  const [reason, setReason] = useState<PayoutReason>('refused')
  const client = useQueryClient()
  async function giveBack(note: string) {
    try {
      await api<typeof postPayoutReturn>('POST', '/api/Console/Finance/Payouts/:id/Return', {
        params: { id },
        body: { partner, status, reason, note },
      })
      toastDone(`${formatCents(amountCents)} are back in the member’s balance.`)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'changed_meanwhile') throw error
      // The list shows how it is now.
      toastProblem(new Error(`${error.message} ${error.body.detail ?? ''}`))
    }
    await client.invalidateQueries({ queryKey: financeKey })
  }
  return (
    <>
      <Button size="compact-xs" variant="default" color="red" onClick={open}>
        Return
      </Button>
      <ReasonDialog
        opened={isOpen}
        onClose={close}
        title={`Return ${formatCents(amountCents)}`}
        confirm="Return to the balance"
        isDangerous
        onConfirm={giveBack}
      >
        <Stack gap="sm">
          <Text>
            The amount goes back into the member’s balance, and the member is told why by email. Do this only
            when the bank sent it back, or the provider cannot tell where it is: otherwise it is paid twice.
          </Text>
          <Select
            label="Why, as the member reads it"
            data={payoutReasons.map(value => ({ value, label: payoutReasonWords[value] }))}
            value={reason}
            onChange={value => setReason(value as PayoutReason)}
            allowDeselect={false}
          />
        </Stack>
      </ReasonDialog>
    </>
  )
}
