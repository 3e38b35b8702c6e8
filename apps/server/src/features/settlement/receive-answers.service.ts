import { settlementChannel } from '@dineward/core/partner/partner-questions.ts'
import {
  type Answer,
  type AnswerRow,
  type LineProblem,
  matchAnswer,
  type SentRow,
} from '@dineward/core/settlement/accrual-answer.rules.ts'
import type { Context } from '../../context.ts'
import type { ReceivedAnswer } from '../../gateways/partner-accruals.ts'
import { markDinesPaid } from '../rewards/dine-status.service.ts'
import { recordAudit } from '../staff/audit.service.ts'
import {
  lockFile,
  type StoredAccrual,
  selectAccruals,
  selectOpenFiles,
  updateAnswered,
} from './accruals.repository.ts'
import { settlePostings } from './settle-postings.service.ts'
import { queueMemberNumberMail, queuePaidMail } from './settlement.mail.ts'
import { lockMembers, selectConfirmedDines, selectPostings } from './settlement.read.ts'

export interface TakenAnswer {
  readonly name: string
  readonly confirmed: number
  readonly rejected: number
  /** Refused lines; of a file that was refused whole, why. */
  readonly problems: readonly LineProblem[]
  readonly refused: boolean
}

type ReceiveContext = Context & { /** Of the partner's site, for mails. */ readonly origin: string }

/** What the partner does not know; the member is asked to correct it. */
const unknownMemberNumber = 'unknown_member_number'

/** Each answer in its own transaction; then it is put away. An answer that is read again changes nothing. */
export async function receiveAnswers(ctx: ReceiveContext): Promise<TakenAnswer[]> {
  const { partner, gateways, db } = ctx
  if (settlementChannel(partner) === null) return []
  const answers = await gateways.accruals.listAnswers(partner, await selectOpenFiles(db, partner.slug))
  const taken: TakenAnswer[] = []
  for (const answer of answers) {
    const { closedFile, ...outcome } = await takeAnswer(ctx, answer)
    const folder = outcome.refused ? 'refused' : 'done'
    await gateways.accruals.archive(partner, answer, { folder, problems: outcome.problems, closedFile })
    taken.push(outcome)
  }
  return taken
}

type Outcome = TakenAnswer & { readonly closedFile: string | null }

async function takeAnswer(ctx: ReceiveContext, { name, content }: ReceivedAnswer): Promise<Outcome> {
  const refuse = (problems: readonly LineProblem[]): Outcome => ({
    ...{ name, confirmed: 0, rejected: 0, refused: true, closedFile: null },
    problems,
  })
  if ('problems' in content) return refuse(content.problems)
  const { answer } = content
  return ctx.db.transaction().execute(async trx => {
    const inTransaction = { ...ctx, db: trx }
    if (!(await lockFile(trx, ctx.partner.slug, answer.fileId)))
      return refuse([
        { line: 1, problem: `"${answer.fileId}" is not a file that was sent to ${ctx.partner.slug}` },
      ])
    const stored = await selectAccruals(trx, ctx.partner.slug, answer.fileId)
    const matched = matchAnswer(answer, new Map(stored.map(row => [String(row.postingId), sentRow(row)])))
    const [confirmed, rejected] = [matched.confirmed.length, matched.rejected.length]
    if (confirmed + rejected > 0) await applyAnswer(inTransaction, answer, matched, stored)
    const open = stored.filter(({ state }) => state === 'sent').length - confirmed - rejected
    const closedFile = open === 0 ? answer.fileId : null
    return { name, confirmed, rejected, problems: matched.problems, refused: false, closedFile }
  })
}

const sentRow = ({ units, state, partnerCode }: StoredAccrual): SentRow => ({
  units,
  state,
  code: partnerCode,
})

interface Matched {
  readonly confirmed: readonly AnswerRow[]
  readonly rejected: readonly AnswerRow[]
}

async function applyAnswer(
  ctx: ReceiveContext,
  { fileId }: Answer,
  { confirmed, rejected }: Matched,
  stored: readonly StoredAccrual[],
): Promise<void> {
  const { db, partner, clock } = ctx
  const [partnerId, now] = [partner.slug, clock.now()]
  const accruals = new Map(stored.map(row => [String(row.postingId), row]))
  const rowsOf = (rows: readonly AnswerRow[]) => rows.map(({ id }) => accruals.get(id)!)
  const [accepted, refused] = [rowsOf(confirmed), rowsOf(rejected)]
  const erased = await lockMembers(db, partnerId, [
    ...new Set([...accepted, ...refused].map(({ memberId }) => memberId)),
  ])
  await updateAnswered(db, { partnerId, fileId, now }, [
    ...accepted.map(({ postingId }) => ({ postingId, state: 'confirmed' as const, partnerCode: null })),
    ...refused.map(({ postingId }, index) => ({
      ...{ postingId, state: 'rejected' as const, partnerCode: rejected[index]!.code },
    })),
  ])
  await settleAccepted(ctx, accepted, erased)
  await mailMembers(
    ctx,
    accepted,
    refused.filter((_, n) => rejected[n]!.code === unknownMemberNumber),
  )
  await recordAudit(ctx, {
    action: 'settlement.receive',
    subject: fileId,
    partnerId,
    after: { confirmed: accepted.length, rejected: refused.length },
  })
}

async function settleAccepted(
  { db, partner, clock }: ReceiveContext,
  accepted: readonly StoredAccrual[],
  erased: ReadonlySet<string>,
): Promise<void> {
  const [partnerId, now] = [partner.slug, clock.now()]
  const ids = accepted.map(({ postingId }) => postingId)
  const postings = await selectPostings(db, partnerId, ids)
  const settled = accepted.map(({ postingId, memberId, units }) => ({
    ...{ postingId, memberId, units, settledAt: now },
    correlationId: postings.get(postingId)!.correlationId,
  }))
  await settlePostings(db, partnerId, settled, erased)
  const subjects = [...new Set(settled.map(({ correlationId }) => correlationId))]
  const dineIds = await selectConfirmedDines(db, partnerId, subjects)
  await markDinesPaid(db, { partnerId, dineIds, now })
}

/** One mail each member. */
async function mailMembers(
  ctx: ReceiveContext,
  accepted: readonly StoredAccrual[],
  unknown: readonly StoredAccrual[],
): Promise<void> {
  for (const [memberId, rows] of Map.groupBy(accepted, row => row.memberId)) {
    const units = rows.reduce((sum, row) => sum + row.units, 0)
    if (units > 0) await queuePaidMail(ctx, { memberId, units, postingId: rows[0]!.postingId })
  }
  for (const [memberId, rows] of Map.groupBy(unknown, row => row.memberId))
    await queueMemberNumberMail(ctx, { memberId, memberNumber: rows[0]!.memberNumber })
}
