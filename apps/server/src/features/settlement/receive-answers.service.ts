import { settlementChannel } from '@dineward/core/partner/partner-questions.ts'
import {
  type Answer,
  type AnswerRow,
  type LineProblem,
  matchAnswer,
  type SentRow,
} from '@dineward/core/settlement/accrual-answer.rules.ts'
import type { Context } from '../../context.ts'
import type { ReceivedAnswer } from '../../gateways/accruals/partner-accruals.ts'
import { recordEvents } from '../events/record-events.service.ts'
import { markDinesPaid, tellOfForfeitDines } from '../rewards/dine-status.service.ts'
import { recordAudit } from '../staff/audit.service.ts'
import {
  lockFile,
  type StoredAccrual,
  selectAccruals,
  selectFile,
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
  /** These are refused lines; of a file that was refused whole, they say why. */
  readonly problems: readonly LineProblem[]
  readonly refused: boolean
  /** Why it was not taken; the next run reads it again. */
  readonly failure: string | null
}

type ReceiveContext = Context & { /** Of the partner's site, for mails. */ readonly origin: string }

/** What the partner does not know; the member is asked to correct it. */
const unknownMemberNumber = 'unknown_member_number'

/** One transaction takes this many rows, and locks their members. */
const rowsAtOnce = 500

/**
 * An answer is put away after its last row; one that is read again changes nothing. What fails for one does not stop the
 * others.
 */
export async function receiveAnswers(ctx: ReceiveContext): Promise<TakenAnswer[]> {
  const { partner, gateways, db } = ctx
  if (settlementChannel(partner) === null) return []
  const names = await gateways.accruals.listAnswers(partner, await selectOpenFiles(db, partner.slug))
  const taken: TakenAnswer[] = []
  for (const name of names) {
    const outcome = await receiveAnswer(ctx, name).catch((error: Error): TakenAnswer => {
      ctx.log.error({ err: error, partner: partner.slug, answer: name }, 'answer not taken, reading it again')
      return { ...nothing, name, failure: error.message }
    })
    if (outcome) taken.push(outcome)
  }
  return taken
}

const nothing = { confirmed: 0, rejected: 0, problems: [], refused: false, failure: null }

async function receiveAnswer(ctx: ReceiveContext, name: string): Promise<TakenAnswer | null> {
  const { accruals } = ctx.gateways
  const answer = await accruals.readAnswer(ctx.partner, name)
  if (!answer) return null
  const { closedFile, ...outcome } = await takeAnswer(ctx, answer)
  const folder = outcome.refused ? 'refused' : 'done'
  await accruals.archive(ctx.partner, answer, { folder, problems: outcome.problems, closedFile })
  return outcome
}

type Outcome = TakenAnswer & { readonly closedFile: string | null }

async function takeAnswer(ctx: ReceiveContext, { name, content }: ReceivedAnswer): Promise<Outcome> {
  const { db, partner } = ctx
  const refuse = (problems: readonly LineProblem[]): Outcome => ({
    ...nothing,
    name,
    problems,
    refused: true,
    closedFile: null,
  })
  if ('problems' in content) return refuse(content.problems)
  const { fileId, rows } = content.answer
  const stored = byId(await selectAccruals(db, partner.slug, fileId))
  if (!(await selectFile(db, partner.slug, fileId)))
    return refuse([{ line: 1, problem: `"${fileId}" is not a file that was sent to ${partner.slug}` }])
  const matched = matchAnswer({ fileId, rows }, sentRows(stored))
  const memberOf = ({ id }: AnswerRow) => stored.get(id)!.memberId
  const fresh = [...matched.confirmed, ...matched.rejected].sort((a, b) =>
    memberOf(a) < memberOf(b) ? -1 : 1,
  )
  let [confirmed, rejected] = [0, 0]
  for (let start = 0; start < fresh.length; start += rowsAtOnce) {
    const answer = { fileId, rows: fresh.slice(start, start + rowsAtOnce) }
    const applied = await db.transaction().execute(trx => applyAnswer({ ...ctx, db: trx }, answer))
    confirmed += applied.confirmed
    rejected += applied.rejected
  }
  const isOpen = (await selectOpenFiles(db, partner.slug)).includes(fileId)
  const closedFile = isOpen ? null : fileId
  return { ...nothing, name, confirmed, rejected, problems: matched.problems, closedFile }
}

/** Of a file, in the transaction of the caller: at most `rowsAtOnce`. */
export async function takeRows(
  ctx: ReceiveContext,
  answer: Answer,
): Promise<{ confirmed: number; rejected: number; problems: readonly LineProblem[] }> {
  const stored = byId(await selectAccruals(ctx.db, ctx.partner.slug, answer.fileId))
  const { problems } = matchAnswer(answer, sentRows(stored))
  return { ...(await applyAnswer(ctx, answer)), problems }
}

const byId = (accruals: readonly StoredAccrual[]): Map<string, StoredAccrual> =>
  new Map(accruals.map(row => [String(row.postingId), row]))

function sentRows(stored: ReadonlyMap<string, StoredAccrual>): Map<string, SentRow> {
  return new Map(
    [...stored].map(([id, { units, state, partnerCode }]) => [id, { units, state, code: partnerCode }]),
  )
}

/** What another process has taken meanwhile is left out. */
async function applyAnswer(
  ctx: ReceiveContext,
  answer: Answer,
): Promise<{ confirmed: number; rejected: number }> {
  const { db, partner, clock } = ctx
  const [partnerId, now, { fileId }] = [partner.slug, clock.now(), answer]
  await lockFile(db, partnerId, fileId)
  const ids = answer.rows.map(({ id }) => Number(id))
  const stored = byId(await selectAccruals(db, partnerId, fileId, ids))
  const { confirmed, rejected } = matchAnswer(answer, sentRows(stored))
  const counts = { confirmed: confirmed.length, rejected: rejected.length }
  if (confirmed.length + rejected.length === 0) return counts
  const rowsOf = (rows: readonly AnswerRow[]) => rows.map(({ id }) => stored.get(id)!)
  const accepted = rowsOf(confirmed)
  const erased = await lockMembers(db, partnerId, [
    ...new Set(rowsOf([...confirmed, ...rejected]).map(({ memberId }) => memberId)),
  ])
  await updateAnswered(
    db,
    { partnerId, fileId, now },
    [...confirmed, ...rejected].map(({ id, result, code }) => ({
      postingId: stored.get(id)!.postingId,
      state: result === 'accepted' ? 'confirmed' : 'rejected',
      partnerCode: code,
    })),
  )
  await settleAccepted(ctx, accepted, erased)
  await mailMembers(ctx, accepted, rowsOf(rejected.filter(({ code }) => code === unknownMemberNumber)))
  await recordAudit(ctx, { action: 'settlement.receive', subject: fileId, partnerId, after: counts })
  recordEvents(ctx, [{ type: 'accrual.answered', id: fileId, memberId: null }])
  return counts
}

async function settleAccepted(
  ctx: ReceiveContext,
  accepted: readonly StoredAccrual[],
  erased: ReadonlySet<string>,
): Promise<void> {
  const { db, partner, clock } = ctx
  const [partnerId, now] = [partner.slug, clock.now()]
  const ids = accepted.map(({ postingId }) => postingId)
  const postings = await selectPostings(db, partnerId, ids)
  const settled = accepted.map(({ postingId, memberId, units }) => {
    const { correlationId, dineId } = postings.get(postingId)!
    return { postingId, memberId, units, settledAt: now, correlationId, dineId }
  })
  await settlePostings(db, partnerId, settled, erased)
  const settledDines = [...new Set(settled.flatMap(({ dineId }) => dineId ?? []))]
  const dineIds = await selectConfirmedDines(db, partnerId, settledDines)
  await markDinesPaid(ctx, dineIds)
  await tellOfForfeitDines(ctx, settledDines)
  const members = [...new Set(settled.map(({ memberId }) => memberId))]
  recordEvents(
    ctx,
    members.map(memberId => ({ type: 'balance.changed', id: memberId, memberId })),
  )
}

/** Each member gets one mail. */
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
