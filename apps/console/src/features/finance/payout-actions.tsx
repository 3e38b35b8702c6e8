import type {
  ListedPayout,
  postPayoutRetry,
  postPayoutReturn,
} from '@dineward/core/console-finance/payouts.contract.ts'
import { type PayoutReason, payoutReasons } from '@dineward/core/payouts/payouts.rules.ts'
import { Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { RowAction } from '../../kit/action/action.ts'
import { ActionButton } from '../../kit/action/action-dialog.tsx'
import { api, isChangedMeanwhile } from '../../lib/api.ts'
import { formatCents } from '../../lib/format.ts'
import { useMay } from '../../lib/staff.ts'
import { financeKey } from './finance.queries.ts'
import { payoutReasonWords, payoutStatusWords } from './payout-words.ts'

/** @param mayPay whether the staff member may do this in a program */
export const askAction = (mayPay: (partner: string) => boolean): RowAction<ListedPayout> => ({
  label: 'Ask now',
  isFor: ({ nextAttemptAt, partner }) => nextAttemptAt !== null && mayPay(partner),
  nameOf: ({ amountCents, id }) => `about ${formatCents(amountCents)} (${id.slice(0, 8)})`,
  explanation: 'The provider is asked what became of it. Nothing is ever sent twice.',
  confirm: 'Ask now',
  needsReason: false,
  isForMany: true,
  refresh: financeKey,
  run: async ({ id, partner }) => {
    const { payout } = await api<typeof postPayoutRetry>('POST', '/api/Console/Finance/Payouts/:id/Retry', {
      params: { id },
      body: { partner },
    })
    return `The payout is now: ${payoutStatusWords[payout.status].label}.`
  },
})

export function ReturnButton({ payout: { id, partner, amountCents, status } }: { payout: ListedPayout }) {
  const mayPay = useMay('finance.pay', partner)
  const [reason, setReason] = useState<PayoutReason>('refused')
  if (!mayPay || (status !== 'completed' && status !== 'error')) return null
  return (
    <ActionButton
      label="Return"
      button={{ size: 'compact-xs', color: 'red' }}
      title={`Return ${formatCents(amountCents)}`}
      confirm="Return to the balance"
      isDangerous
      refresh={[financeKey]}
      run={async ({ reason: note }) => {
        try {
          await api<typeof postPayoutReturn>('POST', '/api/Console/Finance/Payouts/:id/Return', {
            params: { id },
            body: { partner, status, reason, note },
          })
        } catch (error) {
          // The list shows how it is now.
          throw isChangedMeanwhile(error) ? new Error(`${error.message} ${error.body.detail ?? ''}`) : error
        }
        return `${formatCents(amountCents)} are back in the member’s balance.`
      }}
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
    </ActionButton>
  )
}
