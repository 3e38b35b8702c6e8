import type {
  ConsoleOffer,
  getConsoleOffers,
  postConsoleOfferCheck,
} from '@dineward/core/console-programs/offers.contract.ts'
import { offerState } from '@dineward/core/offers/offer.rules.ts'
import type { ContractInput, ContractResponse } from '@dineward/core/shared/contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { AuditAction } from '@dineward/core/staff/audit-actions.ts'
import type { StaffContext } from '../../context.ts'
import type { MeasuredEffect } from '../approvals/approvals.service.ts'
import { linesOf } from '../approvals/effect-lines.rules.ts'
import { assertValid, findOffer, type NewOffer, todayAt } from '../offers/offers.service.ts'
import { dryRunDine } from '../rewards/dry-run.service.ts'
import { listChanges } from '../staff/audit.service.ts'
import { selectOfferDetails, selectOffers } from './console-offers.read.ts'

const rowsOfAnswer = 200

export const offerActions = [
  'offer.create',
  'offer.change',
  'offer.end',
  'offer.withdraw',
] as const satisfies readonly AuditAction[]

type List = typeof getConsoleOffers

export async function listOffers(
  ctx: StaffContext,
  filters: ContractInput<List>['query'],
): Promise<ContractResponse<List>> {
  const today = await todayAt(ctx, { merchantIds: [] })
  const rows = await selectOffers(ctx.db, {
    ...filters,
    partnerId: ctx.partner.slug,
    today,
    limit: rowsOfAnswer + 1,
  })
  const shown = rows.slice(0, rowsOfAnswer)
  return {
    offers: shown.map(row => ({ ...row, state: offerState(row, today) })),
    next: rows.length > rowsOfAnswer ? shown.at(-1)!.id : null,
  }
}

/** @throws `not_found`. */
export async function showOffer(ctx: StaffContext, id: string): Promise<ConsoleOffer> {
  const { definition, amount, version } = await findOffer(ctx, id)
  const partnerId = ctx.partner.slug
  const today = await todayAt(ctx, definition)
  const details = await selectOfferDetails(ctx.db, partnerId, id)
  const { changes } = await listChanges(ctx, { partnerId, actions: offerActions, subject: id })
  const [last] = changes
  return {
    id,
    definition,
    amount,
    version,
    today,
    ...details,
    state: offerState(definition, today),
    changed: last ? { at: last.at, by: last.by, reason: last.reason } : null,
  }
}

type Check = typeof postConsoleOfferCheck

/** @throws `validation_failed` for an offer that could not be saved, `merchant_not_found`. */
export async function checkOffer(
  ctx: StaffContext,
  { offer, ...dine }: ContractInput<Check>['body'],
): Promise<ContractResponse<Check>> {
  const id = offer?.id ?? 'draft'
  if (offer) {
    const stored = offer.id === null ? null : await findOffer(ctx, offer.id)
    await assertValid(ctx, stored?.definition ?? null, offer.definition)
  }
  const { merchantIds = [] } = offer?.definition ?? {}
  const isThere = merchantIds.length === 0 || merchantIds.includes(dine.merchantId)
  const tried = offer && isThere ? { id, createdAt: ctx.clock.now().getTime(), ...offer.definition } : null
  const { baseUnits, reasonCode, offer: found } = await dryRunDine(ctx, { ...dine, offer: tried })
  const isThisOne = found !== null && found.id === tried?.id
  return {
    baseUnits,
    reasonCode,
    totalUnits: baseUnits + (found?.units ?? 0),
    offer: found && {
      units: found.units,
      isThisOne,
      name: isThisOne ? tried!.name : (await findOffer(ctx, found.id)).definition.name,
    },
  }
}

/** @throws `validation_failed`, `forbidden`, `not_found`, `changed_meanwhile` */
export async function measureOffer(
  ctx: StaffContext,
  { id, version, definition }: NewOffer & { readonly version?: string },
): Promise<MeasuredEffect | null> {
  assertMayName(ctx, definition)
  const stored = await findOffer(ctx, id).catch(nullIfMissing)
  // The same draft once more makes nothing.
  if (stored && version === undefined) return null
  if (stored?.version !== version) throw new AppError(stored ? 'changed_meanwhile' : 'not_found')
  await assertValid(ctx, stored?.definition ?? null, definition)
  const lines = linesOf(ctx.partner, stored?.definition ?? null, definition)
  if (lines.length === 0) return null
  return {
    partner: ctx.partner.slug,
    amount: definition.budgetUnits,
    title: `${stored ? 'Change' : 'Add'} the offer “${definition.name}”`,
    lines,
    warnings: definition.budgetUnits === null ? ['It has no budget.'] : [],
  }
}

function nullIfMissing(error: unknown): null {
  if (error instanceof AppError && error.code === 'not_found') return null
  throw error
}

/** Naming members takes the permission to read them. @throws `forbidden`. */
export function assertMayName(
  { actor }: StaffContext,
  { memberIds }: { readonly memberIds: readonly string[] | null },
): void {
  if (memberIds === null || actor.permissions.includes('members.read')) return
  throw new AppError('forbidden', {
    message: 'An offer to some members takes a role that may read members.',
  })
}
