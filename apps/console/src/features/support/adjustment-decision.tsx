import type { ConsoleAdjustment } from '@dineward/core/console-support/adjustments.contract.ts'
import { formatReward } from '../../lib/format.ts'
import { useProgram } from '../../lib/staff.ts'
import { ReasonDialog } from '../../ui/dialog/reason-dialog.tsx'
import { toastDone } from '../../ui/dialog/toast.ts'
import { approveAdjustment, rejectAdjustment, withdrawAdjustment } from './support.queries.ts'

export type Decision = 'approve' | 'reject' | 'withdraw'

export function useAdjustmentWords({ partner, units }: ConsoleAdjustment): string {
  const program = useProgram(partner)
  const amount = program ? formatReward(program, Math.abs(units)) : String(Math.abs(units))
  return `${units < 0 ? 'Take' : 'Give'} ${amount}`
}

interface AdjustmentDecisionProps {
  readonly adjustment: ConsoleAdjustment
  readonly decision: Decision
  readonly opened: boolean
  readonly onClose: () => void
}

/** Stays open where someone else decides meanwhile, and says so. */
export function AdjustmentDecision({ adjustment, decision, opened, onClose }: AdjustmentDecisionProps) {
  const { id, units, memberName, reason, author } = adjustment
  const sentence = useAdjustmentWords(adjustment)
  if (decision === 'approve')
    return (
      <ReasonDialog
        opened={opened}
        onClose={onClose}
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
    )
  return decision === 'reject' ? (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
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
  ) : (
    <ReasonDialog
      opened={opened}
      onClose={onClose}
      title="Withdraw the adjustment"
      confirm="Withdraw"
      onConfirm={async text => {
        await withdrawAdjustment(id, text)
        toastDone('Withdrawn. Nothing was posted.')
      }}
    >
      It leaves the list, and nothing is posted. You can ask for another one on the member’s page.
    </ReasonDialog>
  )
}
