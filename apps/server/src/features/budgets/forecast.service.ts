import { setImmediate as otherWork } from 'node:timers/promises'
import type { EffectInWords } from '@dineward/core/approvals/approvals.contract.ts'
import type { ConsoleForecast, ForecastPeriod } from '@dineward/core/console-programs/budgets.contract.ts'
import type { OfferDefinition } from '@dineward/core/offers/offer.rules.ts'
import type { BonusDefinition } from '@dineward/core/partner/bonus-definition.ts'
import { formatReward, hasFlexOffers } from '@dineward/core/partner/partner-questions.ts'
import type { FlexOffer } from '@dineward/core/rewards/components/offer/offer.rules.ts'
import {
  type Forecast,
  type ForecastDine,
  forecastBonus,
  forecastOffer,
  type OffersOfDine,
  type PeriodDates,
} from '@dineward/core/rewards/forecast.rules.ts'
import { days } from '@dineward/core/shared/clock.ts'
import { asUtc, type LocalDate, localDateAt } from '@dineward/core/shared/local-date.ts'
import type { StaffContext } from '../../context.ts'
import {
  type CompetingOffer,
  selectCompetingOffers,
  selectForecastDines,
  selectForecastMembers,
} from './forecast.read.ts'

type Context = Pick<StaffContext, 'db' | 'partner' | 'clock'>

export const mostForecastDines = 300_000
/** A page that waits longer is told so. */
const longestMs = 10_000

/** What an approver reads of the last 90 days. @param name of several */
export function forecastLines(
  { partner }: Pick<Context, 'partner'>,
  { obstacle, figures }: ConsoleForecast,
  name = '',
): EffectInWords['lines'] {
  const line = (label: string, after: string) => ({
    label: name === '' ? label : `${name}: ${label}`,
    before: null,
    after,
  })
  if (!figures) return [line('The last 90 days', obstacles[obstacle ?? 'no_dines'])]
  const { members, dines, ofDines, units, wantedUnits, asIfAllRegistered } = figures
  return [
    line('It would have cost', formatReward(partner, units)),
    line('Without the budget', formatReward(partner, wantedUnits)),
    line('Members', `${members}${asIfAllRegistered ? ', as if all had registered' : ''}`),
    line('Dines', `${dines} of ${ofDines}`),
  ]
}

const obstacles: Readonly<Record<NonNullable<ConsoleForecast['obstacle']>, string>> = {
  no_dines: 'There are no dines of that time.',
  too_many_dines: 'There are too many dines for a forecast.',
  takes_too_long: 'The forecast takes too long.',
  registered_in_app: 'Members register in the app, so that there is no forecast.',
}

/** @param offer its id is null while it is not saved yet */
export async function offerForecast(
  ctx: Context,
  { id, definition }: { readonly id: string | null; readonly definition: OfferDefinition },
  period: ForecastPeriod,
): Promise<ConsoleForecast> {
  const { db, partner, clock } = ctx
  const dates = datesOf(ctx, period)
  const { merchantIds } = definition
  const dines = await selectForecastDines(db, partner.slug, dates, {
    merchantIds,
    limit: mostForecastDines + 1,
  })
  const others = hasFlexOffers(partner)
    ? await selectCompetingOffers(db, partner.slug, dates, { merchantIds, offerId: id })
    : []
  const tried: FlexOffer = {
    id: id ?? 'tried',
    reward: definition.reward,
    minimumSpendCents: definition.minimumSpendCents,
    memberCapUnits: definition.memberCapUnits,
    startsOn: dates.from,
    endsOn: dates.to,
    createdAt: clock.now().getTime(),
  }
  const work = forecastOffer(tried, definition.budgetUnits, dines, offersOf(definition, others))
  return answer(dates, dines, work, false)
}

function offersOf({ memberIds }: OfferDefinition, others: readonly CompetingOffer[]) {
  const members = memberIds && new Set(memberIds)
  const byPlace = Map.groupBy(others, ({ memberId, merchantId }) => `${memberId ?? ''} ${merchantId ?? ''}`)
  const at = (memberId: string, merchantId: string) => byPlace.get(`${memberId} ${merchantId}`) ?? []
  return ({ memberId, merchantId }: ForecastDine): OffersOfDine => ({
    isOpen: merchantId !== null && (members === null || members.has(memberId)),
    others: [...at('', ''), ...at('', merchantId ?? ''), ...at(memberId, merchantId ?? '')].map(
      ({ offer }) => offer,
    ),
  })
}

export async function bonusForecast(
  ctx: Context,
  definition: BonusDefinition,
  period: ForecastPeriod,
): Promise<ConsoleForecast> {
  const { db, partner } = ctx
  const dates = datesOf(ctx, period)
  if (definition.appOnly) return { ...dates, obstacle: 'registered_in_app', figures: null }
  const { needsRegistration, newRestaurants } = definition
  const dines = await selectForecastDines(db, partner.slug, dates, {
    merchantIds: [],
    limit: mostForecastDines + 1,
  })
  const found = await selectForecastMembers(db, partner.slug, dates, needsRegistration && newRestaurants)
  const members = new Map(found.map(member => [member.id, member]))
  const work = forecastBonus(partner, definition, dates, dines, id => members.get(id))
  return answer(dates, dines, work, needsRegistration)
}

async function answer(
  dates: PeriodDates,
  dines: readonly ForecastDine[],
  work: Generator<undefined, Forecast>,
  asIfAllRegistered: boolean,
): Promise<ConsoleForecast> {
  if (dines.length === 0) return { ...dates, obstacle: 'no_dines', figures: null }
  if (dines.length > mostForecastDines) return { ...dates, obstacle: 'too_many_dines', figures: null }
  const begun = performance.now()
  for (;;) {
    const step = work.next()
    if (step.done)
      return {
        ...dates,
        obstacle: null,
        figures: { ...step.value, ofDines: dines.length, asIfAllRegistered },
      }
    if (performance.now() - begun > longestMs) return { ...dates, obstacle: 'takes_too_long', figures: null }
    await otherWork()
  }
}

const addDays = (date: LocalDate, count: number): LocalDate =>
  new Date(asUtc(date).getTime() + days(count)).toISOString().slice(0, 10)

/** Days that are over at the program's clock. */
function datesOf({ partner, clock }: Context, period: ForecastPeriod): PeriodDates {
  const today = localDateAt(partner.settings.timeZone, clock.now())
  if (period === 'last90Days') return { from: addDays(today, -90), to: addDays(today, -1) }
  const to = addDays(`${today.slice(0, 7)}-01`, -1)
  return { from: `${to.slice(0, 7)}-01`, to }
}
