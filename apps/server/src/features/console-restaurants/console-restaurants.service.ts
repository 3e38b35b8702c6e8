import type {
  getConsoleRestaurants,
  getSimilarRestaurants,
  postConsoleRestaurant,
  Restaurant,
  RestaurantRow,
} from '@dineward/core/console-restaurants/console-restaurants.contract.ts'
import {
  participationStatus,
  type TermConditions,
} from '@dineward/core/merchants/participation-terms.rules.ts'
import type { ContractInput, ContractResponse } from '@dineward/core/shared/contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { localDateAt } from '@dineward/core/shared/local-date.ts'
import { permissionsAt } from '@dineward/core/staff/roles.ts'
import type { ConsoleContext, StaffContext } from '../../context.ts'
import { inProgram, programContext, slugsOf } from '../../http/serve-console.ts'
import type { MeasuredEffect } from '../approvals/approvals.service.ts'
import { linesOf } from '../approvals/effect-lines.rules.ts'
import { factsOf, termsOf, termsVersion } from '../merchants/facts/merchant-facts.rules.ts'
import {
  addMidInTransaction,
  assertInView,
  createMerchant,
  inTransaction,
  mayEditMerchant,
} from '../merchants/facts/merchant-facts.service.ts'
import { changeTerms } from '../merchants/terms/change-terms.service.ts'
import { planTerms, withdrawTerms } from '../merchants/terms/coming-terms.service.ts'
import { versionOf } from '../partner/value-version.rules.ts'
import { listPhotos } from '../photos/edit-photos.service.ts'
import {
  countRestaurants,
  type RestaurantFilters,
  selectMerchantRow,
  selectRestaurantParts,
  selectRestaurants,
  selectSimilar,
} from './console-restaurants.read.ts'

const rowsOfAnswer = 200

type List = typeof getConsoleRestaurants

export async function listRestaurants(
  ctx: ConsoleContext,
  { partner, after, ...query }: ContractInput<List>['query'],
): Promise<ContractResponse<List>> {
  const filters: RestaurantFilters = {
    ...query,
    slugs: slugsOf(ctx, partner),
    includesOthers: ctx.isNetworkWide && (partner === undefined || query.status === 'none'),
    now: ctx.clock.now(),
  }
  const cursor = after === undefined ? null : readCursor(after)
  const rows = await selectRestaurants(ctx.db, filters, { after: cursor, limit: rowsOfAnswer + 1 })
  const shown = rows.slice(0, rowsOfAnswer)
  const last = shown.at(-1)
  return {
    restaurants: shown,
    next: rows.length > rowsOfAnswer && last ? JSON.stringify([last.name.toLowerCase(), last.id]) : null,
    total: cursor === null ? await countRestaurants(ctx.db, filters) : null,
  }
}

export async function listSimilar(
  ctx: ConsoleContext,
  { name, street = '', zipCode = '' }: ContractInput<typeof getSimilarRestaurants>['query'],
): Promise<RestaurantRow[]> {
  const filters = { slugs: slugsOf(ctx, undefined), includesOthers: ctx.isNetworkWide, now: ctx.clock.now() }
  return selectSimilar(ctx.db, filters, { name, street, zipCode })
}

/** @throws `validation_failed`. */
function readCursor(text: string): readonly [string, string] {
  try {
    const [name, id] = JSON.parse(text) as unknown[]
    if (typeof name === 'string' && typeof id === 'string' && !text.includes('\\u0000')) return [name, id]
  } catch {
    // The error below answers it.
  }
  throw new AppError('validation_failed', {
    fieldErrors: [{ field: 'after', message: 'This is no place in the list.' }],
  })
}

/** @throws `merchant_not_found`, also of a restaurant in programs of other staff only. */
export async function showRestaurant(ctx: ConsoleContext, id: string): Promise<Restaurant> {
  const row = await selectMerchantRow(ctx.db, id)
  if (!row) throw new AppError('merchant_not_found')
  await assertInView(ctx, id)
  const canChangeFacts = await mayChangeFacts(ctx, id)
  const slugs = ctx.allowed.map(({ slug }) => slug)
  const { mids, participations, former, coming } = await selectRestaurantParts(ctx.db, id, slugs)
  const today = localDateAt(row.timezone, ctx.clock.now())
  const facts = factsOf(row)
  return {
    id,
    source: row.source,
    sourceId: row.sourceId,
    facts,
    version: versionOf(facts),
    rating: row.rating,
    numberOfRatings: row.numberOfRatings,
    takesBookings: row.takesBookings,
    updatedAt: row.updatedAt.toISOString(),
    today,
    canChangeFacts,
    mids,
    photos: await listPhotos(ctx, id),
    participations: participations.map(({ partner, termsFrom, ...rest }) => {
      const terms = termsOf(rest)
      const planned = coming
        .filter(one => one.partner === partner)
        .map(({ from, terms }) => ({ from, terms }))
      return {
        ...terms,
        partner,
        termsFrom,
        status: participationStatus(terms, today),
        version: termsVersion(terms, planned),
        coming: planned,
        former: former.filter(one => one.partner === partner),
      }
    }),
  }
}

/** The call needs less than a change does. */
async function mayChangeFacts(ctx: ConsoleContext, id: string): Promise<boolean> {
  const { db, actor, partners } = ctx
  const may = (slug: string | null) => permissionsAt(actor.grants, slug).includes('merchants.change')
  const allowed = partners.all().filter(({ slug }) => may(slug))
  const isIn = new Set(ctx.allowed.map(({ slug }) => slug))
  if (!allowed.some(({ slug }) => isIn.has(slug))) return false
  return mayEditMerchant({ db, allowed, isNetworkWide: may(null) }, id)
}

/**
 * The restaurant is added with its first terms, in one transaction. @throws `not_found` of the program,
 * `validation_failed`.
 */
export async function addRestaurant(
  ctx: ConsoleContext,
  { draftId, facts, partner, terms, mid }: ContractInput<typeof postConsoleRestaurant>['body'],
): Promise<Restaurant> {
  const program = programContext(ctx, partner)
  const id = await inTransaction(ctx, async editor => {
    const { id: merchantId, isNew } = await createMerchant(editor, { draftId, facts })
    if (!isNew) return merchantId
    const reason = 'New restaurant'
    await changeTerms({ ...program, db: editor.db }, { merchantId, version: null, terms, reason })
    if (mid !== null) await addMidInTransaction(editor, { merchantId, mid, reason })
    return merchantId
  })
  return showRestaurant(ctx, id)
}

/** What its first terms promise or ask for beside what the program says. @throws `not_found` */
export async function measureFirstTerms(
  ctx: ConsoleContext,
  { facts, partner, terms }: ContractInput<typeof postConsoleRestaurant>['body'],
): Promise<MeasuredEffect | null> {
  const program = programContext(ctx, partner)
  const lines = linesOf(program.partner, usualTerms, moneyOf(terms))
  return lines.length === 0 ? null : termsEffect(program, `Add ${facts.name} with its own terms`, lines)
}

/**
 * What of other terms moves money: the fee and the bonus of a booking. Null where they stay. @throws
 * `merchant_not_found`, `not_found`
 */
export async function measureTerms(
  ctx: ConsoleContext,
  {
    id,
    partner,
    from,
    terms,
  }: {
    readonly id: string
    readonly partner: string
    readonly from?: string
    /** Left out where planned ones are withdrawn. */
    readonly terms?: TermConditions
  },
): Promise<MeasuredEffect | null> {
  const program = programContext(ctx, partner)
  const { facts, participations } = await showRestaurant(ctx, id)
  const now = participations.find(one => one.partner === partner)
  const planned = now?.coming.find(one => one.from === from)?.terms
  const [before, after] = terms ? [now, terms] : [planned, now]
  const [old, next] = [before, after].map(one => (one ? moneyOf(one) : usualTerms))
  const lines = linesOf(program.partner, old!, next!)
  if (lines.length === 0) return null
  return termsEffect(program, `Change the terms of ${facts.name}${from ? ` from ${from}` : ''}`, lines)
}

const usualTerms = { feeBasisPoints: null, reservationBonus: null }

const moneyOf = ({ feeBasisPoints, reservationBonus }: TermConditions) => ({
  feeBasisPoints,
  reservationBonus,
})

const termsEffect = (
  { partner }: StaffContext,
  title: string,
  lines: MeasuredEffect['lines'],
): MeasuredEffect => ({ partner: partner.slug, amount: 1, title, lines, warnings: [] })

const termChanges = { change: changeTerms, plan: planTerms, withdraw: withdrawTerms }
type TermChanges = typeof termChanges

/** @throws `not_found` of the program, `merchant_not_found`, `changed_meanwhile`, `validation_failed`. */
export async function changeTermsOf<Verb extends keyof TermChanges>(
  ctx: ConsoleContext,
  verb: Verb,
  partner: string,
  input: Parameters<TermChanges[Verb]>[1],
): Promise<Restaurant> {
  const program = inProgram(ctx, programContext(ctx, partner).partner)
  await assertInView(ctx, input.merchantId)
  const write = termChanges[verb] as (
    ctx: StaffContext,
    input: Parameters<TermChanges[Verb]>[1],
  ) => Promise<void>
  await ctx.db.transaction().execute(db => write({ ...program, db }, input))
  return showRestaurant(ctx, input.merchantId)
}
