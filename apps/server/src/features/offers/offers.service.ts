import type { ConsoleForecast, ForecastPeriod } from '@dineward/core/console-programs/budgets.contract.ts'
import {
  type OfferDefinition,
  offerAmountText,
  offerProblem,
  offerState,
} from '@dineward/core/offers/offer.rules.ts'
import { formatReward } from '@dineward/core/partner/partner-questions.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { LocalDate } from '@dineward/core/shared/local-date.ts'
import type { StaffContext } from '../../context.ts'
import { deleteBudget, setLimit } from '../budgets/budgets.service.ts'
import { offerForecast } from '../budgets/forecast.service.ts'
import { versionOf } from '../partner/value-version.rules.ts'
import { recordAudit } from '../staff/audit.service.ts'
import {
  isPromised,
  selectKnownMembers,
  selectLatestToday,
  selectProgramMerchants,
} from './offer-parts.read.ts'
import {
  definitionOf,
  deleteOffer,
  insertOffer,
  lockOffer,
  selectOffer,
  updateOffer,
} from './offers.repository.ts'

export interface NewOffer {
  /** Of the browser's draft: the same once more changes nothing. */
  readonly id: string
  readonly definition: OfferDefinition
  readonly reason: string
}

export interface OfferChange extends NewOffer {
  readonly version: string
}

/** @throws `validation_failed`. */
export async function createOffer(ctx: StaffContext, { id, definition, reason }: NewOffer): Promise<void> {
  await ctx.db.transaction().execute(async db => {
    const inner = { ...ctx, db }
    const sorted = inOrder(definition)
    await assertValid(inner, null, sorted)
    const amount = offerAmountText(ctx.partner, sorted.reward)
    const key = { partnerId: ctx.partner.slug, id }
    if (!(await insertOffer(db, key, { definition: sorted, amount, now: ctx.clock.now() }))) return
    await saveBudget(inner, id, sorted)
    await recordAudit(inner, {
      action: 'offer.create',
      subject: id,
      partnerId: ctx.partner.slug,
      after: sorted,
      reason,
    })
  })
}

/** @throws `not_found`, `changed_meanwhile`, `validation_failed`. */
export async function changeOffer(ctx: StaffContext, change: OfferChange): Promise<void> {
  const { id, definition, reason } = change
  await ctx.db.transaction().execute(async db => {
    const inner = { ...ctx, db }
    const { before, today } = await lockSeen(inner, change)
    const after = inOrder(definition)
    await assertValid(inner, before, after, today)
    await updateOffer(
      db,
      { partnerId: ctx.partner.slug, id },
      after,
      offerAmountText(ctx.partner, after.reward),
    )
    await saveBudget(inner, id, after)
    await recordAudit(inner, {
      action: 'offer.change',
      subject: id,
      partnerId: ctx.partner.slug,
      before,
      after,
      reason,
    })
  })
}

/**
 * Dines of today still earn it. One that has not begun is withdrawn: there is nothing that it earned.
 * @returns whether it is gone
 * @throws `not_found`, `changed_meanwhile`, `validation_failed` for one that has ended.
 */
export function endOffer(
  ctx: StaffContext,
  { id, version, reason }: Omit<OfferChange, 'definition'>,
): Promise<boolean> {
  const partnerId = ctx.partner.slug
  return ctx.db.transaction().execute(async db => {
    const inner = { ...ctx, db }
    const { before, today } = await lockSeen(inner, { id, version })
    const state = offerState(before, today)
    if (state === 'ended') throw problem('endsOn', 'It has ended.')
    if (state === 'coming') {
      await deleteOffer(db, { partnerId, id })
      await deleteBudget(db, { partnerId, kind: 'offer', code: id })
      await recordAudit(inner, {
        action: 'offer.withdraw',
        subject: id,
        partnerId,
        before,
        reason,
      })
      return true
    }
    const after = { ...before, endsOn: today }
    await updateOffer(db, { partnerId, id }, after, offerAmountText(ctx.partner, after.reward))
    await recordAudit(inner, { action: 'offer.end', subject: id, partnerId, before, after, reason })
    return false
  })
}

/** @throws `validation_failed` where more was promised. */
async function saveBudget(
  { db, partner }: StaffContext,
  id: string,
  { budgetUnits }: OfferDefinition,
): Promise<void> {
  const owner = { partnerId: partner.slug, kind: 'offer' as const, code: id }
  const { promisedAbove } = await setLimit(db, owner, budgetUnits)
  if (promisedAbove !== null)
    throw problem(
      'budgetUnits',
      `Dines were promised ${formatReward(partner, promisedAbove)} of it already: that is the least that it can be.`,
    )
}

/** What it would have cost with dines of the past. @param offer its id is null while it is not saved yet */
export function forecastOffer(
  ctx: StaffContext,
  offer: { readonly id: string | null; readonly definition: OfferDefinition },
  period: ForecastPeriod = 'last90Days',
): Promise<ConsoleForecast> {
  return offerForecast(ctx, offer, period)
}

/** @throws `not_found`. */
export async function findOffer(
  { db, partner }: Pick<StaffContext, 'db' | 'partner'>,
  id: string,
): Promise<{ definition: OfferDefinition; amount: string; version: string }> {
  const row = await selectOffer(db, { partnerId: partner.slug, id })
  if (!row) throw new AppError('not_found')
  const definition = definitionOf(row)
  return { definition, amount: row.webMessageOfferAmount, version: versionOf(definition) }
}

/** One that a dine was promised, of a day ahead, has begun. */
async function lockSeen(
  ctx: StaffContext,
  { id, version }: { readonly id: string; readonly version: string },
): Promise<{ before: OfferDefinition; today: LocalDate }> {
  const key = { partnerId: ctx.partner.slug, id }
  const row = await lockOffer(ctx.db, key)
  if (!row) throw new AppError('not_found')
  const before = definitionOf(row)
  if (versionOf(before) !== version) throw new AppError('changed_meanwhile')
  const today = await todayAt(ctx, before)
  const isEarly = before.startsOn > today && (await isPromised(ctx.db, key))
  return { before, today: isEarly ? before.startsOn : today }
}

/** @throws `validation_failed`. */
export async function assertValid(
  ctx: Pick<StaffContext, 'db' | 'partner' | 'clock'>,
  before: OfferDefinition | null,
  after: OfferDefinition,
  today?: LocalDate,
): Promise<void> {
  const found = offerProblem(before, after, today ?? (await todayAt(ctx, before ?? after)))
  if (found) throw problem(found.field, found.message)
  const partnerId = ctx.partner.slug
  const newMerchants = after.merchantIds.filter(id => !before?.merchantIds.includes(id))
  const merchants = await selectProgramMerchants(ctx.db, partnerId, newMerchants)
  const stranger = newMerchants.find(id => !merchants.includes(id))
  if (stranger !== undefined)
    throw problem('merchantIds', `Restaurant "${stranger}" does not take part in this program.`)
  const newMembers = (after.memberIds ?? []).filter(id => !before?.memberIds?.includes(id))
  const members = await selectKnownMembers(ctx.db, partnerId, newMembers)
  const unknown = newMembers.find(id => !members.includes(id))
  if (unknown !== undefined) throw problem('memberIds', `There is no open account with the id "${unknown}".`)
}

/** This is the latest local date of its restaurants: on all of them, days before it are over. */
export function todayAt(
  { db, partner, clock }: Pick<StaffContext, 'db' | 'partner' | 'clock'>,
  { merchantIds }: Pick<OfferDefinition, 'merchantIds'>,
): Promise<LocalDate> {
  return selectLatestToday(db, partner.slug, { merchantIds, now: clock.now() })
}

/** Its version does not depend on the order in which parts were chosen. */
const inOrder = (definition: OfferDefinition): OfferDefinition => ({
  ...definition,
  merchantIds: [...new Set(definition.merchantIds)].toSorted(),
  memberIds: definition.memberIds && [...new Set(definition.memberIds)].toSorted(),
})

const problem = (field: string, message: string) =>
  new AppError('validation_failed', { fieldErrors: [{ field: `definition.${field}`, message }] })
