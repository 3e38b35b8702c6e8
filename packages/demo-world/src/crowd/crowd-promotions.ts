import { hasFlexOffers } from '@dineward/core/partner/partner-questions.ts'
import type { OfferReward } from '@dineward/core/rewards/components/offer/offer.rules.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { localDateAt } from '@dineward/core/shared/local-date.ts'
import { createOffer, enrollInBonus } from '@dineward/server/seeding.ts'
import { sql } from 'kysely'
import { addDays } from '../days.ts'
import { demoId } from '../demo-id.ts'
import { staffActor } from '../demo-work.ts'
import { asMember, dayOf, type Services } from '../play-history.ts'
import type { CrowdProgram } from './crowd-work.ts'

/** Who registers for a bonus on this day: dines from then on count. */
export async function registerForBonuses(services: Services, { partner, members }: CrowdProgram) {
  const today = dayOf(services.clock.now())
  for (const { member, registrations } of members)
    for (const { code } of registrations.filter(({ at }) => dayOf(at) === today - 1)) {
      const ctx = await asMember(services, partner, member.id)
      // New members of some ways of joining have no bonus.
      await enrollInBonus(ctx, { code, inApp: true }).catch((error: unknown) => {
        if (!(error instanceof AppError && error.code === 'bonus_not_open')) throw error
      })
    }
}

/** What content staff offer to those who know the places. They last four weeks. */
const campaigns: readonly {
  readonly name: string
  readonly city: string
  readonly daysAgo: number
  readonly reward: OfferReward
  readonly minimumSpendCents: number
}[] = [
  { name: 'Autumn regulars', city: 'New York', daysAgo: 350, reward: fixed(300), minimumSpendCents: 5_000 },
  { name: 'Holiday tables', city: 'Chicago', daysAgo: 268, reward: fixed(500), minimumSpendCents: 8_000 },
  {
    name: 'Double in spring',
    city: 'Los Angeles',
    daysAgo: 184,
    reward: { kind: 'multiplier', times: 2 },
    minimumSpendCents: 0,
  },
  {
    name: 'Summer evenings',
    city: 'New York',
    daysAgo: 121,
    reward: { kind: 'percent', percent: 2 },
    minimumSpendCents: 4_000,
  },
  { name: 'Back to the city', city: 'San Francisco', daysAgo: 58, reward: fixed(400), minimumSpendCents: 0 },
  { name: 'Your local places', city: 'New York', daysAgo: 17, reward: fixed(250), minimumSpendCents: 3_000 },
]

function fixed(units: number): OfferReward {
  return { kind: 'fixed', units }
}

export async function openCampaigns(
  services: Services,
  { partner, places }: CrowdProgram,
  daysAgo: number,
): Promise<void> {
  const campaign = campaigns.find(one => one.daysAgo === daysAgo)
  if (!campaign || !hasFlexOffers(partner)) return
  const now = services.clock.now()
  const today = localDateAt('America/New_York', now)
  const { name, reward, minimumSpendCents } = campaign
  const open = places.get(campaign.city)!.filter(({ terms }) => terms && terms.joinedOn < addDays(today, -60))
  const merchantIds = open.slice(0, 5).map(({ id }) => id)
  const memberIds = await regularsOf(services, partner.slug, merchantIds)
  if (memberIds.length === 0) return
  const ctx = { ...services, partner, actor: staffActor('content', now) }
  const dates = { startsOn: addDays(today, 2), endsOn: addDays(today, 29) }
  const limits = { budgetUnits: 60_000, memberCapUnits: 1_000 }
  const definition = { name, reward, minimumSpendCents, ...dates, ...limits, merchantIds, memberIds }
  const id = demoId(`campaign ${partner.slug} ${name}`)
  await createOffer(ctx, { id, definition, reason: 'Of the plan for this season' })
}

async function regularsOf(
  { db, clock }: Services,
  partnerId: string,
  merchantIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select member.id from members member
    where member.partner_id = ${partnerId} and member.closed_at is null and member.member_type = 'EnrolledCardMember'
      and exists (select from dines where partner_id = ${partnerId} and member_id = member.id
        and merchant_id = any(${[...merchantIds]}::text[]) and dined_at > ${clock.now()}::timestamptz - interval '150 days')
    order by member.email limit 90`.execute(db)
  return rows.map(({ id }) => id)
}
