import type { CardType } from '@dineward/core/cards/cards.contract.ts'
import { cardDescription } from '@dineward/core/cards/cards.rules.ts'
import { isOptedIn, isVip, tierOf } from '@dineward/core/members/member-questions.ts'
import { activatedTier, tierForOptIn } from '@dineward/core/members/members.rules.ts'
import { normalizeSignInName } from '@dineward/core/members/sign-in-name.rules.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import {
  canSelfEnroll,
  cardBrandOfType,
  hasVip,
  offersReferrals,
  smsOptInKind,
  type TierLevel,
} from '@dineward/core/partner/partner-questions.ts'
import { days } from '@dineward/core/shared/clock.ts'
import { seededRandom } from '@dineward/core/shared/seeded-random.ts'
import type { LinkedCardsTable, MembersTable } from '@dineward/server/seeding.ts'
import type { Insertable } from 'kysely'
import { type DemoPerson, demoEmail, demoMemberId, demoPeople } from './demo-accounts.ts'
import { demoId } from './demo-id.ts'

export type DemoMemberRow = Insertable<MembersTable> & {
  readonly id: string
  readonly partnerId: string
  readonly tierLevel: TierLevel
  readonly joinedAt: Date
}

export interface DemoMember {
  readonly person: DemoPerson
  readonly member: DemoMemberRow
  readonly cards: readonly (Insertable<LinkedCardsTable> & { linkedAt: Date })[]
}

type DemoPartner = Pick<Partner, 'slug' | 'settings'>

/** The people of wire.md's demo data, for a partner that has members. `passwordHash` null: they sign in elsewhere. */
export function demoMembers(partner: DemoPartner, now: Date, passwordHash: string | null): DemoMember[] {
  const random = seededRandom(`people of ${partner.slug}`)
  const first = random.some(firstNames, demoPeople.length)
  const last = random.some(lastNames, demoPeople.length)
  return demoPeople.map((person, i) => {
    const life = lives[person]
    const joinedAt = ago(now, life.joinedDaysAgo)
    const id = demoMemberId(partner, person)
    const { settings } = partner
    const hasJoined = person !== 'prospect'
    // No restaurant has numbers of this area: a member with one of theirs would be taken for its staff.
    const phoneNumber = `929555${String(100 + random.int(0, 99)).padStart(4, '0')}`
    return {
      person,
      member: {
        id,
        partnerId: partner.slug,
        email: demoEmail(partner, person),
        signInName: normalizeSignInName(demoEmail(partner, person)),
        // An unconfirmed address is free for joining with it.
        emailConfirmedAt: hasJoined ? joinedAt : null,
        memberNumber: memberNumber(partner, person),
        passwordHash: canSelfEnroll(partner) && hasJoined ? passwordHash : null,
        firstName: first[i]!,
        lastName: last[i]!,
        ...random.pick(addresses),
        phoneNumber,
        smsOptIn: smsOptInKind(partner) !== 'none' && person === 'member',
        emailOptIn: isOptedIn(life),
        tierLevel: tierOf({ tierLevel: tierWithoutDines(partner, life) }),
        memberType: memberTypeOf(partner, person),
        familyId: demoId(`family ${id}`),
        enrollmentSource: settings.newMemberBonus?.enrollmentSources[0] ?? 'website',
        referrer:
          invited.includes(person) && offersReferrals(partner) ? demoMemberId(partner, 'member') : null,
        joinedAt,
        ...(person === 'closed' ? { closedAt: ago(now, closedDaysAgo) } : {}),
      },
      cards: cardsOf(partner, person, id, now),
    }
  })
}

/** VIPs are made by their dines, where the program has any. */
function tierWithoutDines(partner: DemoPartner, life: Life): number {
  const optedIn = isOptedIn(life)
  return isVip(life) && hasVip(partner)
    ? activatedTier(partner, { emailOptIn: optedIn })
    : tierForOptIn(partner, life, optedIn)
}

interface Life {
  readonly tierLevel: TierLevel
  readonly joinedDaysAgo: number
  /** Days since each card was linked. */
  readonly cards: readonly number[]
}

const closedDaysAgo = 20
/** They joined with the link of `member`. */
const invited: readonly DemoPerson[] = ['locked', 'new']

const lives: Record<DemoPerson, Life> = {
  member: { tierLevel: 2, joinedDaysAgo: 850, cards: [850, 250] },
  vip: { tierLevel: 3, joinedDaysAgo: 1_130, cards: [1_130, 600] },
  optedout: { tierLevel: 0, joinedDaysAgo: 300, cards: [300] },
  new: { tierLevel: 2, joinedDaysAgo: 3, cards: [3] },
  locked: { tierLevel: 2, joinedDaysAgo: 190, cards: [190] },
  closed: { tierLevel: 2, joinedDaysAgo: 260, cards: [260] },
  visitor: { tierLevel: 1, joinedDaysAgo: 40, cards: [40] },
  prospect: { tierLevel: 1, joinedDaysAgo: 12, cards: [] },
}

/** With single sign-on, those who have not joined are persons of the partner. */
function memberTypeOf(partner: DemoPartner, person: DemoPerson) {
  if (person === 'closed') return 'ClosedAccountMember'
  return person === 'prospect' && !canSelfEnroll(partner) ? 'NonCardMember' : 'EnrolledCardMember'
}

export const ago = (now: Date, count: number) => new Date(now.getTime() - days(count))

function cardsOf(partner: DemoPartner, person: DemoPerson, memberId: string, now: Date): DemoMember['cards'] {
  const random = seededRandom(`cards of ${memberId}`)
  const accepted = (Object.keys(cardBrandOfType) as CardType[]).filter(type =>
    partner.settings.cardTypesAccepted.includes(cardBrandOfType[type]),
  )
  return lives[person].cards.map((daysAgo, i) => {
    const cardType = random.pick(accepted)
    return {
      id: demoId(`card ${memberId} ${i}`),
      partnerId: partner.slug,
      memberId,
      cardToken: demoId(`token ${memberId} ${i}`),
      cardType,
      lastFour: String(random.int(1_000, 9_999)),
      description: cardDescription(cardType),
      partnerCardId: null,
      linkedAt: ago(now, daysAgo),
      expiresOn: lastDay(now, person === 'vip' && i === 1 ? 1 : 14 + 17 * i),
      removedAt: person === 'closed' ? ago(now, closedDaysAgo) : null,
    }
  })
}

/** It is the last day of the month so many months ahead. */
export const lastDay = (now: Date, months: number) =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months + 1, 0)).toISOString().slice(0, 10)

/** It is the example with other digits: every pattern allows the form of its own example. */
export function memberNumber({ slug, settings }: DemoPartner, person: string): string | null {
  if (!settings.memberNumber) return null
  const random = seededRandom(`number ${slug} ${person}`)
  return settings.memberNumber.example.replace(/\d/g, () => String(random.int(1, 9)))
}

const firstNames =
  'Nora, Julian, Amara, Elias, Priya, Mateo, Hannah, Desmond, Lucia, Owen, Farah, Theo, Marisol, Kenji, Adele, Rohan, Simone, Caleb, Yusra, Gabriel'.split(
    ', ',
  )
const lastNames =
  'Castellano, Whitfield, Okafor, Lindqvist, Raman, Delgado, Bergstrom, Achebe, Moretti, Hartley, Nakamura, Fontaine, Abramson, Reyes, Kowalski, Mbeki, Salazar, Thornton, Haddad, Vance'.split(
    ', ',
  )
const addresses = [
  { address1: '214 W 21st St', address2: 'Apt 4B', city: 'New York', state: 'NY', zipCode: '10011' },
  { address1: '87 Perry St', address2: '', city: 'New York', state: 'NY', zipCode: '10014' },
  { address1: '410 E 9th St', address2: 'Apt 12', city: 'New York', state: 'NY', zipCode: '10009' },
  { address1: '35 Berry St', address2: '', city: 'Brooklyn', state: 'NY', zipCode: '11249' },
  { address1: '508 Columbus Ave', address2: 'Apt 2F', city: 'New York', state: 'NY', zipCode: '10024' },
] as const
