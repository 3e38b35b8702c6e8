import type { CardType } from '@dineward/core/cards/cards.contract.ts'
import { cardDescription } from '@dineward/core/cards/cards.rules.ts'
import { tierOf } from '@dineward/core/members/member-questions.ts'
import { tierForOptIn } from '@dineward/core/members/members.rules.ts'
import { normalizeSignInName } from '@dineward/core/members/sign-in-name.rules.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { cardBrandOfType, offersReferrals } from '@dineward/core/partner/partner-questions.ts'
import { days, minutes } from '@dineward/core/shared/clock.ts'
import { lookUp } from '@dineward/core/shared/look-up.ts'
import { type SeededRandom, seededRandom } from '@dineward/core/shared/seeded-random.ts'
import { demoId } from '../demo-id.ts'
import { type DemoMember, type DemoMemberRow, lastDay, memberNumber } from '../demo-members.ts'
import { cities } from '../restaurants/cities.ts'
import type { City } from '../restaurants/city.ts'
import { firstNames, lastNames } from './crowd-names.ts'

/** A member of the many, and how they live with the program. */
export interface CrowdMember {
  readonly index: number
  readonly member: DemoMemberRow
  readonly cards: DemoMember['cards']
  /** The bonuses that they register for. */
  readonly registrations: readonly { readonly code: string; readonly at: Date }[]
  readonly city: string
  /** Dines in an average month, at first. */
  readonly dinesPerMonth: number
  /** From then on they do not dine, though most accounts stay open. */
  readonly quitsAt: Date
}

export const historyDays = 424

/** How many members join each program in that time. */
const sizes = { skyward: 780, harbor: 640, meridian: 480, cellwave: 360 } satisfies Record<string, number>

export const crowdMemberId = (slug: string, index: number): string => demoId(`crowd ${slug} ${index}`)

/** They come in the order of joining: who joins between now and `until` as well. */
export function crowdMembers(
  partner: Pick<Partner, 'slug' | 'settings'>,
  { now, until }: { readonly now: Date; readonly until: Date },
): CrowdMember[] {
  const size = lookUp(sizes, partner.slug) ?? 0
  const names = nameSupply(partner.slug)
  return Array.from({ length: size }, (_, i) => {
    const random = seededRandom(`crowd ${partner.slug} ${i}`)
    const joinedAt = joiningOf(random, until, (i + random.next()) / size)
    const city = cityOf(random)
    const quitsAt = new Date(joinedAt.getTime() + days(10 - 330 * Math.log(1 - random.next())))
    const closedAt = quitsAt < now && random.chance(0.12) ? quitsAt : null
    const member = memberRow(random, partner, { index: i, city, joinedAt, closedAt, ...names() })
    const hasCard = random.chance(0.93)
    return {
      index: i,
      member,
      cards: hasCard ? cardsOf(random, partner, member, { now: joinedAt < now ? now : until, closedAt }) : [],
      registrations: closedAt ? [] : registrationsOf(partner, member),
      city: city.city,
      dinesPerMonth: random.chance(0.07) ? 0 : Math.min(10, 2.75 * Math.exp(0.65 * normal(random))),
      quitsAt,
    }
  })
}

/** A fifth joins in the first month. Then more do every month, and most in January and September. */
function joiningOf(random: SeededRandom, now: Date, part: number): Date {
  const share = part < 0.2 ? part * 0.35 : 0.07 + 0.93 * ((part - 0.2) / 0.8) ** 0.85
  const day = Math.floor(share * (historyDays - 1))
  const hour = random.pick([8, 9, 12, 13, 17, 18, 19, 19, 20, 21, 22])
  const at = now.getTime() - days(historyDays - day)
  const joinedAt = at - (at % days(1)) + minutes(60 * (hour + 5) + random.int(0, 59))
  return new Date(Math.min(joinedAt, now.getTime() - minutes(5)))
}

function cityOf(random: SeededRandom): City {
  const parts = [0.36, 0.56, 0.74, 0.86, 1]
  const drawn = random.next()
  return cities[parts.findIndex(part => drawn < part)] ?? cities[0]!
}

interface Person {
  readonly index: number
  readonly city: City
  readonly joinedAt: Date
  readonly closedAt: Date | null
  readonly firstName: string
  readonly lastName: string
  readonly mailbox: string
}

function memberRow(
  random: SeededRandom,
  partner: Pick<Partner, 'slug' | 'settings'>,
  { index, city, joinedAt, closedAt, firstName, lastName, mailbox }: Person,
): DemoMemberRow {
  const id = crowdMemberId(partner.slug, index)
  const email = `${mailbox}@${random.pick(['example.com', 'example.com', 'example.org', 'example.net'])}`
  const neighborhood = random.pick(city.neighborhoods)
  const emailOptIn = random.chance(0.74)
  const isInvited = index > 20 && offersReferrals(partner) && random.chance(0.09)
  return {
    id,
    partnerId: partner.slug,
    email,
    signInName: normalizeSignInName(email),
    emailConfirmedAt: random.chance(0.985) ? joinedAt : null,
    memberNumber: random.chance(0.994) ? memberNumber(partner, `crowd ${index}`) : null,
    passwordHash: null,
    firstName,
    lastName,
    address1: `${random.int(2, 980)} ${random.pick(neighborhood.streets)}`,
    address2: random.chance(0.4) ? `Apt ${random.int(1, 24)}${random.pick([...'ABCDEF'])}` : '',
    city: city.city,
    state: city.state,
    zipCode: neighborhood.zipCode,
    phoneNumber: random.chance(0.8) ? `${areaCodeOf(random, city)}55501${random.int(10, 99)}` : '',
    smsOptIn: false,
    emailOptIn,
    tierLevel: tierOf({ tierLevel: tierForOptIn(partner, { tierLevel: 2 }, emailOptIn) }),
    memberType: closedAt ? 'ClosedAccountMember' : 'EnrolledCardMember',
    familyId: demoId(`family ${id}`),
    enrollmentSource: random.pick(['website', 'website', 'website', 'mobile', 'app']),
    referrer: isInvited ? crowdMemberId(partner.slug, random.int(0, index - 10)) : null,
    joinedAt,
    closedAt,
  }
}

/** Few numbers are of the city: there are only so many, and dines of who shares a restaurant's one are held. */
const areaCodeOf = (random: SeededRandom, { areaCodes }: City) =>
  random.pick(random.chance(0.05) ? areaCodes : ['929', '332', '224', '657', '726', '341'])

/** Most take what new members get within days, and a third of them something else later. */
function registrationsOf({ settings }: Pick<Partner, 'settings'>, { id, joinedAt }: DemoMemberRow) {
  const random = seededRandom(`registrations ${id}`)
  return settings.bonuses.flatMap(({ code, forNewMembers }) => {
    const after = forNewMembers ? random.int(0, 4) : random.int(12, 180)
    if (!random.chance(forNewMembers ? 0.58 : 0.33)) return []
    return [{ code, at: new Date(joinedAt.getTime() + days(after)) }]
  })
}

function cardsOf(
  random: SeededRandom,
  partner: Pick<Partner, 'settings'>,
  { id, partnerId, joinedAt }: DemoMemberRow,
  { now, closedAt }: { readonly now: Date; readonly closedAt: Date | null },
): DemoMember['cards'] {
  const accepted = (Object.keys(cardBrandOfType) as CardType[]).filter(type =>
    partner.settings.cardTypesAccepted.includes(cardBrandOfType[type]),
  )
  const firstAt = new Date(joinedAt.getTime() + (random.chance(0.85) ? minutes(4) : days(random.int(1, 12))))
  const secondAt = new Date(firstAt.getTime() + days(random.int(20, 260)))
  const linked = [firstAt, ...(random.chance(0.22) ? [secondAt] : [])]
  return linked
    .filter(linkedAt => linkedAt < (closedAt ?? now))
    .map((linkedAt, i) => {
      const cardType = random.pick(accepted)
      return {
        id: demoId(`card ${id} ${i}`),
        partnerId,
        memberId: id,
        cardToken: demoId(`token ${id} ${i}`),
        cardType,
        lastFour: String(random.int(1_000, 9_999)),
        description: cardDescription(cardType),
        partnerCardId: null,
        linkedAt,
        expiresOn: lastDay(now, random.int(1, 46)),
        removedAt: closedAt,
      }
    })
}

/** Pairs of names repeat after thousands, and mailboxes never. */
function nameSupply(slug: string) {
  const random = seededRandom(`names ${slug}`)
  const used = new Set<string>()
  return () => {
    const [firstName, lastName] = [random.pick(firstNames), random.pick(lastNames)]
    const plain = `${firstName}.${lastName}`
      .normalize('NFD')
      .toLowerCase()
      .replaceAll(/[^a-z.]/g, '')
    let mailbox = plain
    while (used.has(mailbox)) mailbox = `${plain}${random.int(2, 99)}`
    used.add(mailbox)
    return { firstName, lastName, mailbox }
  }
}

/** It is the sum of twelve even draws. */
function normal(random: SeededRandom): number {
  return Array.from({ length: 12 }, () => random.next()).reduce((sum, drawn) => sum + drawn, -6)
}
