import type { ListedRule, putApprovalRule } from '@dineward/core/approvals/approvals.contract.ts'
import {
  type ApprovalRule,
  type ControlledAction,
  controlledActionNames,
  controlledActions,
  defaultRules,
} from '@dineward/core/approvals/approvals.rules.ts'
import type { ContractInput } from '@dineward/core/shared/contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { ConsoleContext, StaffContext } from '../../context.ts'
import { programContext, slugsOf } from '../../http/serve-console.ts'
import { versionOf } from '../partner/value-version.rules.ts'
import { recordAudit } from '../staff/audit.service.ts'
import { lockApprovals, selectRules, upsertRule } from './approvals.repository.ts'
import type { MeasuredEffect } from './approvals.service.ts'

export async function listRules(ctx: ConsoleContext, partner: string | undefined): Promise<ListedRule[]> {
  const slugs = slugsOf(ctx, partner)
  const stored = await selectRules(ctx.db, slugs)
  return slugs.flatMap(slug =>
    controlledActionNames.map(action => {
      const changed = stored.find(rule => rule.partnerId === slug && rule.action === action)
      return toListed(slug, action, changed)
    }),
  )
}

function toListed(partner: string, action: ControlledAction, changed: ApprovalRule | undefined): ListedRule {
  const { perAction, perMemberDay, perPersonDay } = changed ?? defaultRules[action]
  const rule = { perAction, perMemberDay, perPersonDay }
  return { partner, action, ...rule, isChanged: changed !== undefined, version: versionOf(rule) }
}

async function findRule(ctx: StaffContext, action: ControlledAction): Promise<ListedRule> {
  const { slug } = ctx.partner
  const changed = (await selectRules(ctx.db, [slug])).find(rule => rule.action === action)
  return toListed(slug, action, changed)
}

type Change = Omit<ContractInput<typeof putApprovalRule>, 'query'>

/** @throws `not_found`, `changed_meanwhile` */
export async function measureRule(ctx: ConsoleContext, { params, body }: Change): Promise<MeasuredEffect> {
  const before = await seenRule(programContext(ctx, params.partner), { params, body })
  const line = (label: string, field: keyof ApprovalRule) => ({
    label,
    before: String(before[field]),
    after: String(body[field]),
  })
  return {
    partner: params.partner,
    amount: null,
    title: `Change the limits of “${controlledActions[params.action].name}”`,
    lines: [
      line('One action', 'perAction'),
      line('A member a day', 'perMemberDay'),
      line('A person a day', 'perPersonDay'),
    ],
    warnings: body.perAction > before.perAction ? ['One person may then do more alone than now.'] : [],
  }
}

/** @throws `not_found`, `changed_meanwhile` */
export async function changeRule(ctx: ConsoleContext, { params, body }: Change): Promise<ListedRule> {
  const program = programContext(ctx, params.partner)
  const { action } = params
  return ctx.db.transaction().execute(async db => {
    const inner = { ...program, db }
    await lockApprovals(db, params.partner)
    const before = await seenRule(inner, { params, body })
    const { perAction, perMemberDay, perPersonDay, reason } = body
    const rule = { perAction, perMemberDay, perPersonDay }
    await upsertRule(db, { partnerId: params.partner, action }, rule)
    await recordAudit(inner, {
      action: 'approval.rule',
      subject: action,
      partnerId: params.partner,
      before: toListed(params.partner, action, before),
      after: rule,
      reason,
    })
    return findRule(inner, action)
  })
}

async function seenRule(ctx: StaffContext, { params, body }: Change): Promise<ListedRule> {
  const rule = await findRule(ctx, params.action)
  if (rule.version !== body.version) throw new AppError('changed_meanwhile')
  return rule
}
