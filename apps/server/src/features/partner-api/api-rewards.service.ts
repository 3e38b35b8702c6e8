import { approvalDays } from '@dineward/core/approvals/approvals.rules.ts'
import { rewardsAreCents } from '@dineward/core/partner/partner-questions.ts'
import type { ApprovalResource } from '@dineward/core/partner-api/api-calls.ts'
import type { postApiReward } from '@dineward/core/partner-api/api-rewards.contract.ts'
import { days } from '@dineward/core/shared/clock.ts'
import type { Contract, ContractInput } from '@dineward/core/shared/contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type * as z from 'zod/mini'
import type { ApiContext } from '../../context.ts'
import { callOf } from '../../http/serve-controlled.ts'
import { effectOfGiving, postAdjustment } from '../adjustments/adjustments.service.ts'
import { type ControlledApiHandler, doOrAsk } from '../approvals/approvals.service.ts'
import { requireResource } from './api-lists.service.ts'
import { readDines } from './place-resources.read.ts'
import { readMembers, readRewards } from './resources.read.ts'

interface Asking {
  /** The program's own: the same one with the same content is asked for once. */
  readonly key: string | null
  readonly reason: string
}

/**
 * Does it within the rule of the program and the limit of the key; else a person of the program decides.
 * @throws what the handler throws, `approval_decided`
 */
export async function doOrAskByKey<C extends Contract>(
  ctx: ApiContext,
  { contract, handler }: { readonly contract: C; readonly handler: ControlledApiHandler<C> },
  input: ContractInput<C>,
  { key, reason }: Asking,
): Promise<z.input<C['response']> | { approval: ApprovalResource }> {
  const action = contract.approval!
  const perform = (used: string | null) => handler.perform(ctx, input, used ?? undefined)
  const effect = await handler.measure(ctx, input)
  if (effect === null) return perform(null)
  const { id, createdBy, dailyRewards: dailyLimit } = ctx.actor
  // Who made the key is no second person.
  const about = { id, email: createdBy, name: createdBy }
  const asked = {
    action,
    call: callOf(contract),
    input,
    effect: { ...effect, about },
    reason,
    key,
    dailyLimit,
  }
  try {
    return await doOrAsk(ctx, asked, perform)
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'approval_needed')) throw error
    const expiresAt = new Date(ctx.clock.now().getTime() + days(approvalDays)).toISOString()
    return { approval: { id: error.approvalId!, action, state: 'waiting', expiresAt } }
  }
}

type Reward = Pick<ContractInput<typeof postApiReward>, 'params' | 'body'>

/** @throws `validation_failed` where the program pays in the other unit, or the member has no such dine */
export const rewardHandler: ControlledApiHandler<typeof postApiReward> = {
  measure: async (ctx, { params, body }) => {
    await requireRewarded(ctx, params.id)
    await transactionOf(ctx, { params, body })
    const given = { memberId: params.id, units: unitsOf(ctx, body), isCorporate: body.kind === 'corporate' }
    return effectOfGiving(ctx, given)
  },
  perform: async (ctx, { params, body }) => {
    const { kind, reason, externalId } = body
    const adjustment = await postAdjustment(ctx, {
      memberId: params.id,
      units: unitsOf(ctx, body),
      reason,
      externalId,
      isCorporate: kind === 'corporate',
      transactionId: await transactionOf(ctx, { params, body }),
    })
    return { reward: await requireResource(ctx, readRewards, adjustment.id) }
  },
}

/** @throws `not_found` */
async function requireRewarded(ctx: ApiContext, memberId: string): Promise<void> {
  const { status } = await requireResource(ctx, readMembers, memberId)
  if (status === 'erased' || status === 'noCard') throw new AppError('not_found')
}

function unitsOf({ partner }: ApiContext, body: Reward['body']): number {
  const [field, other] = rewardsAreCents(partner)
    ? (['cents', 'units'] as const)
    : (['units', 'cents'] as const)
  const given = body[field]
  if (given && body[other] === undefined) return given
  const message = given === 0 ? 'It cannot be 0.' : `Members of this program earn ${field}.`
  const fields = given ? [other] : [field]
  throw new AppError('validation_failed', { fieldErrors: fields.map(name => ({ field: name, message })) })
}

async function transactionOf(ctx: ApiContext, { params, body }: Reward): Promise<string | undefined> {
  if (body.dineId === undefined) return undefined
  const dine = (await readDines(ctx.db, ctx.partner, [body.dineId], ctx.clock.now())).get(body.dineId)
  if (dine?.memberId === params.id) return dine.transactionId
  const message = 'The member has no such dine.'
  throw new AppError('validation_failed', { fieldErrors: [{ field: 'dineId', message }] })
}
