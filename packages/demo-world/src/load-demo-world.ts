import type { Partner } from '@dineward/core/partner/partner.ts'
import { hasEnrollment } from '@dineward/core/partner/partner-questions.ts'
import { days, minutes } from '@dineward/core/shared/clock.ts'
import { localDateAt } from '@dineward/core/shared/local-date.ts'
import {
  type Db,
  hashPassword,
  insertPhotos,
  insertStaff,
  insertStaffRole,
  lockAccount,
  makeMonths,
  type ServedWorld,
} from '@dineward/server/seeding.ts'
import { sql } from 'kysely'
import { consoleAccounts, demoPassword, demoStaff } from './demo-accounts.ts'
import { demoCardEvents } from './demo-card-events.ts'
import { type DemoDine, demoDines } from './demo-dines.ts'
import { demoId } from './demo-id.ts'
import { demoList, insertLists } from './demo-lists.ts'
import { type DemoMember, demoMembers } from './demo-members.ts'
import { type DemoProgram, insertEvents, insertOffers } from './demo-offers.ts'
import { type DemoParticipation, demoParticipations } from './demo-participations.ts'
import { demoPhotos } from './demo-photos.ts'
import { placesOf } from './demo-places.ts'
import { demoReservations, insertBooks, insertReservations } from './demo-reservations.ts'
import { type DemoRestaurant, demoRestaurants, demoSource } from './demo-restaurants.ts'
import { lockKey, playHistory } from './play-history.ts'

/** Once, in one transaction, so that a killed process leaves nothing. @returns false where it was loaded before. */
export async function loadDemoWorld(
  world: ServedWorld,
  partners: readonly Partner[],
  { report }: { report: (line: string) => void },
): Promise<boolean> {
  const { db } = world.database
  if (await isLoaded(db)) return false
  const startedAt = performance.now()
  const now = world.clock.now()
  // Dines are of the fourteen months before.
  await makeMonths(db, now, new Date(now.getTime() - days(450)))
  const restaurants = demoRestaurants(localDateAt('America/New_York', now))
  const passwordHash = await hashPassword(demoPassword)
  const dineCount = await db.transaction().execute(async trx => {
    // A second process on the same database waits here, then finds it loaded.
    await sql`select pg_advisory_xact_lock(${lockKey})`.execute(trx)
    if (await isLoaded(trx)) return null
    const dines: DemoDine[] = []
    await insertNetwork(trx, restaurants, now)
    const chosen = new Set<string>()
    await insertStaff(trx, { ...demoStaff, passwordHash, createdAt: now })
    await insertStaffRole(trx, { partnerId: '*', staffId: demoStaff.id, role: 'content' })
    await insertConsoleAccounts(trx, { passwordHash, createdAt: now })
    for (const partner of partners) {
      const terms = demoParticipations(partner, restaurants, localDateAt('America/New_York', now))
      const members = hasEnrollment(partner) ? demoMembers(partner, now, passwordHash) : []
      const places = placesOf(restaurants, terms)
      await insertProgram(trx, { partner, terms, members, places, now })
      if (members.length === 0) continue
      await lockOut(trx, partner, members, now)
      const tables = members.flatMap(member =>
        demoReservations({ partner, member, restaurants, terms, now, chosen }),
      )
      await insertReservations(trx, tables)
      await insertLists(
        trx,
        members.flatMap(member => demoList({ partner, member, restaurants, terms, now })),
      )
      dines.push(...members.flatMap(member => demoDines(partner, member, places, now)))
    }
    // What decides thousands of card events is planned by the rows that there are now.
    await sql`analyze`.execute(trx)
    await playHistory(world, trx, dines.flatMap(demoCardEvents))
    return dines.length
  })
  if (dineCount === null) return false
  // VIPs have dines of earlier years.
  await makeMonths(db, now)
  await sql`analyze`.execute(db)
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  report(`  Demo data loaded in ${seconds} s: ${restaurants.length} restaurants, ${dineCount} dines.`)
  return true
}

async function isLoaded(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('merchants')
    .select('id')
    .where('source', '=', demoSource)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Restaurants are the same in all programs. */
export async function insertNetwork(
  db: Db,
  restaurants: readonly DemoRestaurant[],
  now: Date,
): Promise<void> {
  await insertRestaurants(db, restaurants)
  await insertPhotos(db, demoPhotos(restaurants, now))
  await insertBooks(db, restaurants)
  await insertEvents(db, placesOf(restaurants, []), localDateAt('America/New_York', now))
}

/** Its restaurants' terms, its members, and its offers. */
export async function insertProgram(db: Db, program: DemoProgram): Promise<void> {
  await insertTerms(db, program.terms)
  if (!hasEnrollment(program.partner)) return
  if (program.members.length > 0) await insertMembers(db, program.members)
  await insertOffers(db, program)
}

async function insertRestaurants(db: Db, restaurants: readonly DemoRestaurant[]): Promise<void> {
  for (const some of batches(restaurants.map(({ merchant }) => merchant)))
    await db.insertInto('merchants').values(some).execute()
  for (const some of batches(restaurants.flatMap(({ mids }) => mids)))
    await db.insertInto('merchantMids').values(some).execute()
  for (const some of batches(restaurants.flatMap(({ reviews }) => reviews)))
    await db.insertInto('merchantReviews').values(some).execute()
}

async function insertTerms(db: Db, terms: readonly DemoParticipation[]): Promise<void> {
  for (const some of batches(terms)) await db.insertInto('merchantParticipations').values(some).execute()
}

async function insertMembers(db: Db, members: readonly DemoMember[]): Promise<void> {
  await db
    .insertInto('members')
    .values(members.map(({ member }) => member))
    .execute()
  await db
    .insertInto('linkedCards')
    .values(members.flatMap(({ cards }) => cards))
    .execute()
}

/** The account is locked for a year; its failure is dated in the future, so that it is not deleted with old ones. */
async function lockOut(
  db: Db,
  { settings }: Partner,
  members: readonly DemoMember[],
  now: Date,
): Promise<void> {
  const until = new Date(now.getTime() + minutes(settings.signInLock.lockMinutes))
  for (const { person, member } of members) {
    if (person !== 'locked') continue
    await lockAccount(db, { partnerId: member.partnerId, account: member.id, until, now })
  }
}

function* batches<T>(rows: readonly T[], size = 500): Generator<T[]> {
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size)
}

export async function insertConsoleAccounts(
  db: Db,
  account: { readonly passwordHash: string; readonly createdAt: Date },
): Promise<void> {
  for (const { role, email, name, partner } of consoleAccounts) {
    const id = demoId(`staff-${email}`)
    await insertStaff(db, { ...account, id, email, name })
    await insertStaffRole(db, { partnerId: partner, staffId: id, role })
  }
}
