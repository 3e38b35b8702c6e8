import type { ApprovalState } from '@dineward/core/approvals/approvals.contract.ts'
import type { ControlledAction } from '@dineward/core/approvals/approvals.rules.ts'
import { controlledActions } from '@dineward/core/approvals/approvals.rules.ts'
import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import { formatCents, formatNumber, formatReward } from '../../lib/format.ts'
import type { Tone } from '../../ui/status.tsx'

export const approvalStateWords: Readonly<Record<ApprovalState, { label: string; tone: Tone }>> = {
  waiting: { label: 'Waiting', tone: 'wait' },
  approved: { label: 'Approved', tone: 'good' },
  refused: { label: 'Refused', tone: 'bad' },
  withdrawn: { label: 'Withdrawn', tone: 'quiet' },
  expired: { label: 'Expired', tone: 'quiet' },
  failed: { label: 'Could not be done', tone: 'bad' },
}

/** A limit in the unit of its action. */
export function limitText(action: ControlledAction, program: Program | undefined, limit: number): string {
  if (limit === 0) return 'Never alone'
  const { measure } = controlledActions[action]
  if (measure === 'cents') return formatCents(limit)
  if (measure === 'reward' && program) return formatReward(program, limit)
  return measure === 'times' ? `${formatNumber(limit)} times` : formatNumber(limit)
}
