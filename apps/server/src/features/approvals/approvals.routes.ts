import {
  type Approval,
  type EffectInWords,
  getApproval,
  getApprovalRules,
  getApprovals,
  postApprovalApprove,
  postApprovalRefuse,
  postApprovalWithdraw,
  putApprovalRule,
} from '@dineward/core/approvals/approvals.contract.ts'
import type { ContractInput } from '@dineward/core/shared/contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ConsoleContext } from '../../context.ts'
import { type ConsoleServices, contextFor, serveConsole, slugsOf } from '../../http/serve-console.ts'
import { serveControlled } from '../../http/serve-controlled.ts'
import { staffActorOf } from '../console-session/console-session.service.ts'
import { everyPartner } from '../staff/grants.service.ts'
import { isOperator, operatorActor } from '../staff/operator-actor.service.ts'
import { changeRule, listRules, measureRule } from './approval-rules.service.ts'
import {
  type ApprovalRow,
  approve,
  type ControlledCall,
  digestOf,
  type Held,
  listApprovals,
  type MeasuredEffect,
  maySee,
  noteEffect,
  programOf,
  refuse,
  requireApproval,
  stateAt,
  whyNotDecide,
  withdraw,
} from './approvals.service.ts'

export function approvalsRoutes(app: FastifyInstance, services: ConsoleServices): void {
  serveConsole(app, services, getApprovals, (ctx, { query }) => list(ctx, query))

  serveConsole(app, services, getApproval, async (ctx, { params }, { request }) => {
    const row = await requireApproval(ctx, params.id)
    if (stateAt(row, ctx.clock.now()) !== 'waiting')
      return { approval: describe(ctx, row), outlook: [], held: null }
    return asItWouldBeNow(app, services, ctx, { row, request })
  })

  serveConsole(app, services, postApprovalApprove, async (ctx, { params, body }, { request }) => {
    const row = await requireApproval(ctx, params.id)
    const asked = await askedCall(app, services, { row, request })
    const effect = await asked.measure()
    const answer = await approve(ctx, row, { seen: body.digest, effect, perform: asked.perform })
    return { approval: describe(ctx, await requireApproval(ctx, params.id)), answer }
  })

  serveConsole(app, services, postApprovalRefuse, async (ctx, { params, body }) => {
    await refuse(ctx, await requireApproval(ctx, params.id), body.reason)
    return { approval: describe(ctx, await requireApproval(ctx, params.id)) }
  })

  serveConsole(app, services, postApprovalWithdraw, async (ctx, { params, body }) => {
    await withdraw(ctx, await requireApproval(ctx, params.id), body.reason)
    return { approval: describe(ctx, await requireApproval(ctx, params.id)) }
  })

  serveConsole(app, services, getApprovalRules, async (ctx, { query }) => ({
    items: await listRules(ctx, query.partner),
  }))

  serveControlled(app, services, putApprovalRule, {
    measure: measureRule,
    perform: async (ctx, input) => ({ rule: await changeRule(ctx, input) }),
  })
}

async function list(
  ctx: ConsoleContext,
  { partner, action, state }: ContractInput<typeof getApprovals>['query'],
) {
  const now = ctx.clock.now()
  const slugs = [...slugsOf(ctx, partner), ...(partner === undefined ? [everyPartner] : [])]
  const filter = { slugs, action, isDecided: state === 'decided', now }
  const rows = await listApprovals(ctx.db, filter)
  return { items: rows.filter(row => maySee(ctx, row)).map(row => describe(ctx, row)) }
}

interface Asked {
  readonly row: ApprovalRow
  readonly request: FastifyRequest
}

async function asItWouldBeNow(
  app: FastifyInstance,
  services: ConsoleServices,
  ctx: ConsoleContext,
  asked: Asked,
): Promise<{ approval: Approval; outlook: EffectInWords['lines']; held: Held | null }> {
  const { row } = asked
  try {
    const { measure, foresee, showHeld } = await askedCall(app, services, asked)
    const effect = await measure()
    const [outlook, held] = [await foresee(), await showHeld()]
    if (digestOf(effect) === digestOf(row.effect)) return { approval: describe(ctx, row), outlook, held }
    await noteEffect(ctx, row, effect)
    const changed = 'It would do something else than when it was asked for.'
    const approval = describe(ctx, { ...row, effect: { ...effect, warnings: [...effect.warnings] } }, [
      changed,
    ])
    return { approval, outlook, held }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const approval = describe(ctx, row, [`It cannot be done any more: ${error.message}`])
    return { approval, outlook: [], held: null }
  }
}

/**
 * What was asked for, in the name of who asked: as they are now. @throws `forbidden` where they may no longer,
 * `approval_decided`
 */
async function askedCall(
  app: FastifyInstance,
  services: ConsoleServices,
  { row, request }: Asked,
): Promise<{
  measure: () => Promise<MeasuredEffect>
  foresee: () => Promise<EffectInWords['lines']>
  showHeld: () => Promise<Held | null>
  perform: () => Promise<unknown>
}> {
  if (row.input === null) throw new AppError('approval_decided')
  const { contract, handler } = app.controlledCalls.get(row.call) as ControlledCall
  const actor = isOperator({ id: row.askedBy })
    ? operatorActor(row.askedByEmail)
    : await staffActorOf(services, row.askedBy, row.expiresAt)
  const gone = new AppError('forbidden', { message: 'Who asked for it may not do it any more.' })
  if (!actor || typeof contract.access === 'string') throw gone
  const ctx = contextFor(services, { actor, access: contract.access, log: request.log })
  // Of all programs, the call itself refuses what may not be done by now.
  if (row.partnerId !== everyPartner && !ctx.allowed.some(({ slug }) => slug === row.partnerId)) throw gone
  const input = row.input as ContractInput<typeof contract>
  return {
    measure: async () => {
      const effect = await handler.measure(ctx, input)
      if (!effect) throw new AppError('approval_decided')
      return effect
    },
    foresee: async () => (await handler.foresee?.(ctx, input)) ?? [],
    showHeld: async () => (await handler.showHeld?.(ctx, input)) ?? null,
    perform: () => handler.perform(ctx, input, { request, key: row.id }),
  }
}

function describe(ctx: ConsoleContext, row: ApprovalRow, moreWarnings: readonly string[] = []): Approval {
  const whyNot = whyNotDecide(ctx, row)
  const { title, lines, warnings } = row.effect
  return {
    id: row.id,
    partner: programOf(row),
    action: row.action,
    state: stateAt(row, ctx.clock.now()),
    memberId: row.memberId,
    title,
    lines,
    warnings: [...moreWarnings, ...warnings],
    digest: digestOf(row.effect),
    reason: row.reason,
    askedBy: row.askedByEmail,
    askedAt: row.askedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    decidedBy: row.decidedByEmail,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    decisionReason: row.decisionReason,
    mayDecide: whyNot === null,
    whyNot,
    isOwn: row.askedBy === ctx.actor.id,
  }
}
