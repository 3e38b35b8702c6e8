import type { Partner } from '@dineward/core/partner/partner.ts'
import { hasFavorites } from '@dineward/core/partner/partner-questions.ts'
import { dayAfter } from '@dineward/core/reservations/restaurant-time.rules.ts'
import { days } from '@dineward/core/shared/clock.ts'
import { localDateAt } from '@dineward/core/shared/local-date.ts'
import { seededRandom } from '@dineward/core/shared/seeded-random.ts'
import type {
  Db,
  DinnerVoteGuestsTable,
  DinnerVotesTable,
  MemberListPlacesTable,
  MemberListsTable,
} from '@dineward/server/seeding.ts'
import type { Insertable } from 'kysely'
import { demoId } from './demo-id.ts'
import type { DemoMember } from './demo-members.ts'
import type { DemoParticipation } from './demo-participations.ts'
import type { DemoRestaurant } from './demo-restaurants.ts'

interface Home {
  readonly partner: Pick<Partner, 'slug' | 'settings'>
  readonly member: DemoMember
  readonly restaurants: readonly DemoRestaurant[]
  readonly terms: readonly DemoParticipation[]
  readonly now: Date
}

interface DemoList {
  readonly list: Insertable<MemberListsTable>
  readonly places: readonly Insertable<MemberListPlacesTable>[]
  readonly vote: Insertable<DinnerVotesTable>
  readonly guests: readonly Insertable<DinnerVoteGuestsTable>[]
}

/** Guests, and which places of the list each of them likes. */
const ballots = [
  { name: 'Ines', likes: [0, 2] },
  { name: 'Tom', likes: [2] },
  { name: 'Abby', likes: [1, 2, 3] },
] as const

/** The member has a shared list of four restaurants that take bookings, and three friends have voted on it. */
export function demoList({ partner, member: { person, member }, restaurants, terms, now }: Home): DemoList[] {
  if (person !== 'member' || !hasFavorites(partner)) return []
  const lasting = new Set(
    terms
      .filter(({ leftOn, joinedOn }) => leftOn === null && joinedOn < '2024-01-01')
      .map(one => one.merchantId),
  )
  const open = restaurants.filter(
    ({ merchant }) => merchant.takesBookings && merchant.state === member.state && lasting.has(merchant.id),
  )
  const chosen = seededRandom(`list of ${member.id}`).some(open, 4)
  const merchantIds = chosen.map(({ merchant }) => merchant.id)
  const key = { partnerId: partner.slug }
  const createdAt = new Date(now.getTime() - days(2))
  const listId = demoId(`list ${member.id}`)
  const voteId = demoId(`vote ${member.id}`)
  const list = { ...key, id: listId, memberId: member.id, name: 'Dinner with friends', createdAt }
  const today = localDateAt('America/New_York', now)
  return [
    {
      list: { ...list, shareId: demoId(`shared list ${member.id}`) },
      places: merchantIds.map(merchantId => ({ ...key, listId, merchantId, addedAt: createdAt })),
      vote: {
        ...key,
        id: voteId,
        memberId: member.id,
        name: list.name,
        merchantIds,
        dineOn: dayAfter(today, 6),
        dineTime: '19:00',
        partySize: 4,
        createdAt,
        closedAt: null,
      },
      guests: ballots.map(({ name, likes }) => ({
        ...key,
        voteId,
        id: demoId(`guest ${name} ${voteId}`),
        tokenHash: demoId(`token ${name} ${voteId}`),
        name,
        merchantIds: likes.map(place => merchantIds[place]!),
        votedAt: createdAt,
        removedAt: null,
      })),
    },
  ]
}

export async function insertLists(db: Db, lists: readonly DemoList[]): Promise<void> {
  for (const { list, places, vote, guests } of lists) {
    await db.insertInto('memberLists').values(list).execute()
    await db.insertInto('memberListPlaces').values(places).execute()
    await db.insertInto('dinnerVotes').values(vote).execute()
    await db.insertInto('dinnerVoteGuests').values(guests).execute()
  }
}
