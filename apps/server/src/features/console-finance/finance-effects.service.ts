import type { postPeriodClose } from '@dineward/core/console-finance/periods.contract.ts'
import { formatReward } from '@dineward/core/partner/partner-questions.ts'
import type { ContractInput } from '@dineward/core/shared/contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { formatCents } from '@dineward/core/shared/format.ts'
import type { ConsoleContext } from '../../context.ts'
import { programContext } from '../../http/serve-console.ts'
import type { Held, MeasuredEffect } from '../approvals/approvals.service.ts'
import { balanceOf } from '../ledger/ledger.service.ts'
import { findPayoutOf } from '../payouts/payout-operations.service.ts'
import { partnerStatement } from '../reports/partner-statement.service.ts'
import { listHeld, measureUnsent } from '../settlement/send-accruals.service.ts'
import { assertMayCloseMonth } from './periods.service.ts'

/* What calls of finance would do, for who approves them. */

/** @throws `not_found` */
export async function measurePayout(
  ctx: ConsoleContext,
  { partner: slug, id }: { readonly partner: string; readonly id: string },
  verb: 'Ask again about' | 'Return',
): Promise<MeasuredEffect> {
  const { db, partner } = programContext(ctx, slug)
  const payout = await findPayoutOf(db, slug, id)
  if (!payout) throw new AppError('not_found')
  const { amountCents, memberId, status, benefitProcessor, targetLabel } = payout
  const balance = await balanceOf(db, slug, memberId)
  const after = verb === 'Return' ? balance + amountCents : balance
  return {
    partner: slug,
    amount: amountCents,
    memberId,
    title: `${verb} a payout of ${formatCents(amountCents)}`,
    lines: [
      { label: 'Status', before: status, after: verb === 'Return' ? 'rejected' : status },
      {
        label: 'Balance of the member',
        before: formatReward(partner, balance),
        after: formatReward(partner, after),
      },
      { label: 'Paid by', before: null, after: `${benefitProcessor}, to ${targetLabel}` },
    ],
    warnings:
      verb === 'Return' && status === 'completed' ? ['It was paid: the bank must have sent it back.'] : [],
  }
}

/** What a file would tell the partner now. */
export async function measureSending(ctx: ConsoleContext, slug: string): Promise<MeasuredEffect> {
  const program = programContext(ctx, slug)
  const { rows, units, last } = await measureUnsent(program)
  const reward = (amount: number) => formatReward(program.partner, amount)
  return {
    partner: slug,
    amount: Math.abs(units),
    title: `Send accruals of ${reward(units)}`,
    lines: [
      { label: 'Rows, against the file before', before: last && String(last.rows), after: String(rows) },
      { label: 'Total, against the file before', before: last && reward(last.units), after: reward(units) },
    ],
    warnings: last && rows > 2 * last.rows ? ['It has more than twice as many rows as the file before.'] : [],
  }
}

/** What the file leaves out, by dine. */
export async function showHeldRows(ctx: ConsoleContext, slug: string): Promise<Held> {
  const program = programContext(ctx, slug)
  const { count, rows } = await listHeld(program)
  return {
    count,
    rows: rows.map(({ units, ...row }) => ({ ...row, reward: formatReward(program.partner, units) })),
  }
}

/** @throws why the month cannot be closed */
export async function measureClosing(
  ctx: ConsoleContext,
  { body }: ContractInput<typeof postPeriodClose>,
): Promise<MeasuredEffect> {
  const program = await assertMayCloseMonth(ctx, body)
  const { earned, adjusted, paidOut, settled, closing } = await partnerStatement(
    program.db,
    program.partner,
    body.month,
  )
  const line = (label: string, units: number) => ({
    label,
    before: null,
    after: formatReward(program.partner, units),
  })
  return {
    partner: body.partner,
    amount: 1,
    title: `Close ${body.month} for good`,
    lines: [
      line('Earned', earned),
      line('Adjusted', adjusted),
      line('Settled', settled),
      line('Paid out', paidOut),
      line('Owed to members at its end', closing),
    ],
    warnings: body.note === undefined ? [] : ['It has open exceptions.'],
  }
}
