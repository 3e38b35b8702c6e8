import { randomUUID } from 'node:crypto'
import type { EffectInWords, getApproval } from '@dineward/core/approvals/approvals.contract.ts'
import {
  approvalDays,
  type ControlledAction,
  controlledActions,
  defaultRules,
  isSamePerson,
  isWithinRule,
  type Person,
  sumHours,
} from '@dineward/core/approvals/approvals.rules.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { formatReward } from '@dineward/core/partner/partner-questions.ts'
import { minutes } from '@dineward/core/shared/clock.ts'
import type { Contract, ContractInput, ContractResponse } from '@dineward/core/shared/contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { formatCents } from '@dineward/core/shared/format.ts'
import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { ConsoleContext, StaffContext } from '../../context.ts'
import { versionOf } from '../partner/value-version.rules.ts'
import { recordAudit } from '../staff/audit.service.ts'
import { everyPartner } from '../staff/grants.service.ts'
import { isOperator } from '../staff/operator-actor.service.ts'
import {
  type ApprovalRow,
  deleteApproval,
  findApproval,
  findAsked,
  insertApproval,
  lockApprovals,
  selectRules,
  sumAlone,
  updateApproval,
} from './approvals.repository.ts'

export type { ApprovalRow } from './approvals.repository.ts'
export { selectApprovals as listApprovals } from './approvals.repository.ts'

/** What a call would do. */
export interface Effect extends EffectInWords {
  /** In the unit of the action; null is above every limit. */
  readonly amount: number | null
  readonly memberId?: string
  /** It changes their rights. */
  readonly about?: Person
}

export interface MeasuredEffect extends Effect {
  /** It is a slug; null means all programs, and it takes an approver of all. */
  readonly partner: string | null
}

/** Of one program, or of all. */
export type AskingContext = Omit<StaffContext, 'partner'> & { readonly partner: Partner | null }

export type Held = NonNullable<ContractResponse<typeof getApproval>['held']>

export interface ControlledHandler<C extends Contract> {
  /** What the call would do, and in which program; null where it moves and promises nothing. It changes nothing. */
  readonly measure: (ctx: ConsoleContext, input: ContractInput<C>) => Promise<MeasuredEffect | null>
  /** What it would have cost lately: only who decides is shown it. */
  readonly foresee?: (ctx: ConsoleContext, input: ContractInput<C>) => Promise<EffectInWords['lines']>
  /** What it leaves out: only who decides is shown it. */
  readonly showHeld?: (ctx: ConsoleContext, input: ContractInput<C>) => Promise<Held>
  readonly perform: (
    ctx: ConsoleContext,
    input: ContractInput<C>,
    http: { readonly request: FastifyRequest; readonly key: string | undefined },
  ) => Promise<z.input<C['response']>>
}

export interface ControlledCall {
  readonly contract: Contract
  readonly handler: ControlledHandler<Contract>
}

export interface AskedCall {
  readonly action: ControlledAction
  /** It is method and path of the contract. */
  readonly call: string
  readonly input: unknown
  readonly effect: Effect
  readonly reason: string | null
  /** The caller's: the same call with the same key is done once. */
  readonly key: string | null
}

/** The digest names what an approver saw. */
export const digestOf = ({ title, lines, warnings }: EffectInWords): string =>
  versionOf({ title, lines, warnings })

/**
 * Does it at once within the rule of the program, which counts what the person did alone; else it is kept for another
 * person. @throws `approval_needed` once it is kept, `idempotency_conflict`, and what `perform` throws
 */
export async function doOrAsk<T>(
  ctx: AskingContext,
  asked: AskedCall,
  /** The key is that under which it was done before, if it was. */
  perform: (key: string | null) => Promise<T>,
): Promise<T> {
  const { id, state } = await ctx.db.transaction().execute(db => note({ ...ctx, db }, asked))
  if (state === 'waiting' || state === 'working') throw needed(ctx, asked, id)
  if (state !== 'alone' && state !== 'approved') throw new AppError('approval_decided')
  return perform(state === 'approved' ? id : asked.key).catch(async (error: unknown) => {
    // What was refused is not counted; what may have been done in part is.
    const isRefused = error instanceof AppError && error.code !== 'unavailable'
    if (isRefused && state === 'alone') await deleteApproval(ctx.db, { partnerId: storedPartner(ctx), id })
    throw error
  })
}

async function note(
  ctx: AskingContext,
  { action, call, input, effect, reason, key }: AskedCall,
): Promise<Pick<ApprovalRow, 'id' | 'state'>> {
  const { db, actor, clock } = ctx
  const [partnerId, now] = [storedPartner(ctx), clock.now()]
  await lockApprovals(db, partnerId)
  const inputDigest = versionOf(input)
  const before = await findAsked(db, { partnerId, askedBy: actor.id, call, key, inputDigest })
  if (before && before.inputDigest !== inputDigest) throw new AppError('idempotency_conflict')
  if (before && (before.state !== 'waiting' || before.expiresAt > now)) return before
  const memberId = effect.memberId ?? null
  const since = new Date(now.getTime() - minutes(sumHours * 60))
  const done = await sumAlone(db, { partnerId, action, askedBy: actor.id, memberId, since })
  const isAlone = isWithinRule(effect.amount, await ruleOf(ctx, action), done)
  const row = {
    partnerId,
    id: randomUUID(),
    action,
    call,
    inputDigest,
    memberId,
    reason,
    state: isAlone ? ('alone' as const) : ('waiting' as const),
    input: isAlone ? null : JSON.stringify(input),
    idempotencyKey: before ? null : key,
    amount: effect.amount,
    effect: JSON.stringify(wordsOf(effect)),
    about: effect.about ? JSON.stringify(effect.about) : null,
    askedBy: actor.id,
    askedByEmail: actor.email,
    askedByName: actor.name,
    askedAt: now,
    expiresAt: new Date(now.getTime() + minutes(approvalDays * 24 * 60)),
  }
  await insertApproval(db, row)
  if (!isAlone)
    await recordAudit(ctx, {
      action: 'approval.ask',
      subject: row.id,
      partnerId: programOf(row),
      after: { action, memberId, ...wordsOf(effect) },
      ...(reason === null ? {} : { reason }),
    })
  return row
}

const wordsOf = ({ title, lines, warnings }: EffectInWords): EffectInWords => ({ title, lines, warnings })

const storedPartner = ({ partner }: Pick<AskingContext, 'partner'>): string => partner?.slug ?? everyPartner

/** @returns a slug, or null for all programs */
export const programOf = ({ partnerId }: Pick<ApprovalRow, 'partnerId'>): string | null =>
  partnerId === everyPartner ? null : partnerId

async function ruleOf(ctx: Pick<AskingContext, 'db' | 'partner'>, action: ControlledAction) {
  const rules = await selectRules(ctx.db, [storedPartner(ctx)])
  return rules.find(rule => rule.action === action) ?? defaultRules[action]
}

function needed({ partner }: AskingContext, { action, effect }: AskedCall, approvalId: string): AppError {
  const amount = amountIn(partner, action, effect.amount)
  const why =
    amount === null ? 'one person cannot do it alone' : `${amount} is above what one person may do alone`
  return new AppError('approval_needed', {
    approvalId,
    message: `${effect.title}: ${why}. It waits for another person, under Approvals, for ${approvalDays} days.`,
  })
}

/** @returns null where an amount says nothing: it is counted in times, or above every limit. */
function amountIn(partner: Partner | null, action: ControlledAction, amount: number | null): string | null {
  const { measure } = controlledActions[action]
  if (amount === null || measure === 'times') return null
  if (measure === 'cents') return formatCents(amount)
  return partner && formatReward(partner, amount)
}

/** @throws `not_found` for one that the caller may not see. */
export async function requireApproval(ctx: ConsoleContext, id: string): Promise<ApprovalRow> {
  const row = await findApproval(ctx.db, [...ctx.allowed.map(({ slug }) => slug), everyPartner], id)
  if (!row || !maySee(ctx, row)) throw new AppError('not_found')
  return row
}

/** Those who asked, and those who may decide. */
export const maySee = ({ actor }: ConsoleContext, row: ApprovalRow): boolean =>
  row.askedBy === actor.id || mayApprove(actor, row)

export const mayApprove = (actor: ConsoleContext['actor'], { partnerId, action }: ApprovalRow): boolean =>
  actor.grants.some(
    ({ partner, permissions }) =>
      (partner === null || partner === partnerId) && permissions.includes(controlledActions[action].approver),
  )

/** @returns a sentence, or null for those who may decide */
export function whyNotDecide({ actor, clock }: ConsoleContext, row: ApprovalRow): string | null {
  if (stateAt(row, clock.now()) !== 'waiting') return 'It is decided.'
  const asker = { id: row.askedBy, email: row.askedByEmail, name: row.askedByName }
  if (row.askedBy === actor.id) return 'You asked for it: another person decides.'
  if (isSamePerson(asker, actor))
    return 'Your account and that of who asked belong to one person, by address or name: another person decides.'
  if (row.about && isSamePerson(row.about, actor))
    return 'It is about your own rights: another person decides.'
  if (isOperator(actor)) return 'It is decided in the console, by a person who is signed in.'
  if (!mayApprove(actor, row)) return 'It takes a role that may approve.'
  return null
}

/** After this, another approver may go on with what a process did not finish. */
const workingMs = minutes(2)

export function stateAt({ state, expiresAt, decidedAt }: ApprovalRow, now: Date) {
  if (state === 'alone') return 'approved'
  const isStuck = state === 'working' && now.getTime() - decidedAt!.getTime() > workingMs
  if (state === 'waiting' || isStuck) return expiresAt > now ? 'waiting' : 'expired'
  return state === 'working' ? 'approved' : state
}

/** @throws `forbidden`, `approval_decided`, `approval_expired` */
function assertMayDecide(ctx: ConsoleContext, row: ApprovalRow): void {
  const state = stateAt(row, ctx.clock.now())
  if (state === 'expired') throw new AppError('approval_expired')
  if (state !== 'waiting') throw new AppError('approval_decided')
  const whyNot = whyNotDecide(ctx, row)
  if (whyNot !== null) throw new AppError('forbidden', { message: whyNot })
}

/**
 * Does what was asked for. It is taken first, so that of two approvers one does it.
 * @returns what the call answers
 * @param seen the digest of what the approver saw
 * @param effect what it would do now; @throws `approval_changed` where that is something else
 */
export async function approve(
  ctx: ConsoleContext,
  row: ApprovalRow,
  {
    seen,
    effect,
    perform,
  }: { readonly seen: string; readonly effect: Effect; readonly perform: () => Promise<unknown> },
): Promise<unknown> {
  assertMayDecide(ctx, row)
  if (digestOf(effect) !== seen) {
    await noteEffect(ctx, row, effect)
    throw new AppError('approval_changed')
  }
  const { actor, clock, db } = ctx
  const by = { decidedBy: actor.id, decidedByEmail: actor.email, decidedAt: clock.now() }
  const taken = await updateApproval(db, row, { state: 'working', ...by }, [row.state])
  if (!taken) throw new AppError('approval_decided')
  const { answer, error } = await perform().then(
    done => ({ answer: done, error: null }),
    (problem: unknown) => ({ answer: null, error: problem }),
  )
  if (error !== null && (!(error instanceof AppError) || error.code === 'unavailable')) {
    const open = { decidedBy: null, decidedByEmail: null, decidedAt: null }
    await updateApproval(db, row, { state: 'waiting', ...open }, ['working'])
    throw error
  }
  const failure = error instanceof AppError ? error.message : null
  await end(ctx, row, {
    from: ['working'],
    state: failure === null ? 'approved' : 'failed',
    audited: failure === null ? 'approval.approve' : 'approval.fail',
    reason: failure,
    after: wordsOf(effect),
  })
  if (error !== null) throw error
  return answer
}

/** @throws as `approve` */
export async function refuse(ctx: ConsoleContext, row: ApprovalRow, reason: string): Promise<void> {
  assertMayDecide(ctx, row)
  await end(ctx, row, { from: ['waiting', 'working'], state: 'refused', audited: 'approval.refuse', reason })
}

/** By who asked. @throws as `approve` */
export async function withdraw(ctx: ConsoleContext, row: ApprovalRow, reason: string): Promise<void> {
  if (row.askedBy !== ctx.actor.id)
    throw new AppError('forbidden', { message: 'Only who asked for it can withdraw it.' })
  if (stateAt(row, ctx.clock.now()) !== 'waiting') throw new AppError('approval_decided')
  await end(ctx, row, { from: ['waiting'], state: 'withdrawn', audited: 'approval.withdraw', reason })
}

async function end(
  ctx: ConsoleContext,
  row: ApprovalRow,
  {
    from,
    state,
    audited,
    reason,
    after,
  }: {
    readonly from: readonly ApprovalRow['state'][]
    readonly state: 'approved' | 'refused' | 'withdrawn' | 'failed'
    readonly audited: `approval.${'approve' | 'refuse' | 'withdraw' | 'fail'}`
    readonly reason: string | null
    readonly after?: EffectInWords
  },
): Promise<void> {
  const { actor, clock } = ctx
  await ctx.db.transaction().execute(async db => {
    const by = { decidedBy: actor.id, decidedByEmail: actor.email, decidedAt: clock.now() }
    const changes = { state, input: null, decisionReason: reason, ...by }
    if (!(await updateApproval(db, row, changes, from))) throw new AppError('approval_decided')
    const { id: subject, action, memberId, askedByEmail: askedBy } = row
    await recordAudit(
      { ...ctx, db },
      {
        action: audited,
        subject,
        partnerId: programOf(row),
        after: { action, memberId, askedBy, ...after },
        ...(reason === null ? {} : { reason }),
      },
    )
  })
}

/** What it would do has changed since it was asked for. */
export async function noteEffect({ db }: ConsoleContext, row: ApprovalRow, effect: Effect): Promise<void> {
  const changes = { effect: JSON.stringify(wordsOf(effect)), amount: effect.amount }
  await updateApproval(db, row, changes, ['waiting', 'working'])
}
