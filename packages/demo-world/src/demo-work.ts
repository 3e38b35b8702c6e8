import type { Partner } from '@dineward/core/partner/partner.ts'
import { hasEnrollment } from '@dineward/core/partner/partner-questions.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { localDateAt } from '@dineward/core/shared/local-date.ts'
import { permissionsOfRole } from '@dineward/core/staff/roles.ts'
import {
  commandServices,
  type Db,
  decideHold,
  doOrAsk,
  effectOfGiving,
  processInbox,
  receiveEvent,
  recordReconciliation,
  reportClaim,
  type ServedWorld,
  saveReport,
} from '@dineward/server/seeding.ts'
import { sql } from 'kysely'
import { addDays } from './days.ts'
import { consoleAccounts, type DemoPerson, demoMemberId } from './demo-accounts.ts'
import { demoId } from './demo-id.ts'
import { demoReceipt } from './demo-photos.ts'
import { asMember } from './play-history.ts'

/** What waits for staff on the first day, of one program: made by what members, networks and colleagues do. */
export async function openDemoWork(world: ServedWorld, partner: Partner): Promise<void> {
  if (!hasEnrollment(partner)) return
  const scene = await newScene(world, partner)
  await reportClaims(scene)
  await reportImpossibleEvent(scene)
  await reviewDines(scene)
  await askForAdjustment(scene)
  await compareNetworkFile(scene)
  await saveReports(scene)
}

interface Scene {
  readonly world: ServedWorld
  readonly partner: Partner
  readonly services: ReturnType<typeof commandServices>
  readonly today: string
  /** Dines that earn, in any of the last three months. */
  readonly dinners: readonly { readonly merchantId: string; readonly name: string; readonly on: string }[]
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

async function newScene(world: ServedWorld, partner: Partner): Promise<Scene> {
  const today = localDateAt(partner.settings.timeZone, world.clock.now())
  const places = await placesThatEarn(world.database.db, partner, addDays(today, -90))
  const dinners = places.map(({ benefitDays, ...place }, i) => {
    const days = Array.from({ length: 7 }, (_, n) => addDays(today, -20 - 5 * i - n))
    const on = days.find(day => benefitDays.includes(weekdays[new Date(`${day}T12:00:00Z`).getUTCDay()]!))
    return { ...place, on: on! }
  })
  return { world, partner, services: servicesOf(world, 'support'), today, dinners }
}

/** Open to every member, on the same terms since then. */
function placesThatEarn(db: Db, { slug }: Partner, since: string) {
  return db
    .selectFrom('merchantParticipations as terms')
    .innerJoin('merchants as merchant', 'merchant.id', 'terms.merchantId')
    .select(['terms.merchantId', 'merchant.name', 'terms.benefitDays'])
    .where('terms.partnerId', '=', slug)
    .where('terms.leftOn', 'is', null)
    .where('terms.joinedOn', '<', since)
    .where(sql<boolean>`cardinality(terms.campaign_codes) = 0`)
    .where('terms.maxVisitsPerMonth', 'is', null)
    .where('terms.maxSpendPerMonthCents', 'is', null)
    .orderBy('terms.merchantId')
    .limit(4)
    .execute()
}

function servicesOf(world: ServedWorld, role: 'support' | 'finance') {
  const actor = staffActor(role, world.clock.now())
  return { ...commandServices(world, { actor }), actor }
}

/** A member of staff of all programs. */
export function staffActor(role: 'support' | 'finance' | 'content', now: Date) {
  const { email, name } = consoleAccounts.find(one => one.role === role)!
  const permissions = permissionsOfRole(role)
  const expiresAt = new Date(now.getTime() + 60_000)
  const identity = { id: demoId(`staff-${email}`), email, name, partners: null, grants: [], expiresAt }
  return { kind: 'staff' as const, ...identity, permissions }
}

/** One with a receipt and a proposed answer, one that the network is asked about, one that was declined. */
async function reportClaims({ services, partner, dinners: [first, second, third] }: Scene): Promise<void> {
  const reports = [
    [
      'vip',
      {
        ...claimOf(first!),
        amount: '86.40',
        receipt: await demoReceipt(),
        note: 'We sat at the bar. The receipt is attached.',
      },
    ],
    ['locked', { ...claimOf(second!), amount: '47.25' }],
    ['new', { ...claimOf(third!), amount: '31.80', note: 'I linked the card a bit later.' }],
  ] as const
  for (const [person, report] of reports) {
    const member = await asMember(services, partner, demoMemberId(partner, person satisfies DemoPerson))
    // With a receipt it comes to a person at once: the sandbox network would find every payment.
    const missingTransactions = 'receipt' in report ? null : services.gateways.missingTransactions
    const gateways = { ...services.gateways, missingTransactions }
    await reportClaim({ ...member, gateways, limitRefused: (_sender, read) => read() }, report)
  }
}

const claimOf = ({ merchantId, on }: Scene['dinners'][number]) => ({ merchantId, dinedOn: on })

/** Bills that are far above the usual: two wait, one of them for too long; one was released, one refused. */
async function reviewDines(scene: Scene): Promise<void> {
  const { services, partner, dinners } = scene
  const staff = { ...servicesOf(scene.world, 'support'), partner }
  const cases = [
    { person: 'vip', amount: 4_860, daysAgo: 2, answer: null },
    { person: 'locked', amount: 2_975.5, daysAgo: 8, answer: null },
    {
      person: 'vip',
      amount: 1_650,
      daysAgo: 4,
      answer: ['released', 'The restaurant confirms a wedding party.'],
    },
    {
      person: 'locked',
      amount: 9_999,
      daysAgo: 3,
      answer: ['refused', 'The restaurant does not know this bill.'],
    },
  ] as const
  for (const [index, { person, amount, daysAgo, answer }] of cases.entries()) {
    const memberId = demoMemberId(partner, person)
    const id = demoId(`unusual bill ${index} ${memberId}`)
    const at = new Date(services.clock.now().getTime() - daysAgo * 86_400_000)
    const then = { ...services, clock: { now: () => at } }
    await receiveEvent(
      then,
      'fidel',
      await clearingOf(scene, { id, memberId, amount, at, ...dinners[index]! }),
    )
    await processInbox(then)
    if (answer === null) continue
    const [state, reason] = answer
    const { db } = services
    const dine = await db
      .selectFrom('dines')
      .select('id')
      .where('sourceTransactionId', '=', id)
      .executeTakeFirst()
    const holds = db.selectFrom('dineHolds').selectAll().where('partnerId', '=', partner.slug)
    const hold = dine && (await holds.where('dineId', '=', dine.id).executeTakeFirst())
    // On a day without a reward nothing waits.
    if (hold?.state === 'open') await decideHold(staff, hold, { state, reason })
  }
}

interface Bill {
  readonly id: string
  readonly memberId: string
  readonly merchantId: string
  readonly amount: number
  /** The dine was on a day that earns, before that. */
  readonly on: string
  readonly at: Date
}

async function clearingOf({ services, partner }: Scene, { id, memberId, merchantId, amount, on, at }: Bill) {
  const card = await services.db
    .selectFrom('linkedCards')
    .select('id')
    .where('partnerId', '=', partner.slug)
    .where('memberId', '=', memberId)
    .where('removedAt', 'is', null)
    .executeTakeFirstOrThrow()
  const body = {
    id,
    amount,
    currency: 'USD',
    datetime: `${on}T20:15:00`,
    created: at.toISOString(),
    updated: at.toISOString(),
    auth: true,
    cleared: true,
    card: { id: card.id, metadata: { id: card.id } },
    location: { id: merchantId, timezone: partner.settings.timeZone, metadata: { id: merchantId } },
  }
  return { event: 'transaction.clearing', body: Buffer.from(JSON.stringify(body)) } as const
}

/** Dated next year, as a terminal with a wrong clock would: a person has to look at it. */
async function reportImpossibleEvent({ services, partner, today, dinners }: Scene): Promise<void> {
  const memberId = demoMemberId(partner, 'locked')
  const card = await services.db
    .selectFrom('linkedCards')
    .select('id')
    .where('partnerId', '=', partner.slug)
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
  const { merchantId } = dinners[3]!
  const now = services.clock.now().toISOString()
  const body = {
    id: demoId(`event of next year ${memberId}`),
    amount: 52.4,
    currency: 'USD',
    datetime: `${addDays(today, 365)}T19:42:00`,
    created: now,
    updated: now,
    auth: true,
    cleared: false,
    card: { id: card.id, metadata: { id: card.id } },
    location: { id: merchantId, timezone: partner.settings.timeZone, metadata: { id: merchantId } },
  }
  const received = { event: 'transaction.auth', body: Buffer.from(JSON.stringify(body)) }
  await receiveEvent(services, 'fidel', received)
  await processInbox(services)
}

/** Above what one person may give. */
async function askForAdjustment({ world, partner }: Scene): Promise<void> {
  const ctx = { ...servicesOf(world, 'support'), partner }
  const reason = 'A private dinner that the restaurant charged to another terminal'
  const body = { memberId: demoMemberId(partner, 'vip'), units: 7_500, reason }
  const asked = {
    action: 'adjustment',
    call: 'POST /api/Console/Adjustments',
    input: { body },
    effect: await effectOfGiving(ctx, { ...body, isCorporate: false }),
    reason,
    key: null,
  } as const
  await doOrAsk(ctx, asked, () => Promise.reject(new Error('It is within the limit.'))).catch(
    (error: unknown) => {
      if (!(error instanceof AppError && error.code === 'approval_needed')) throw error
    },
  )
}

/** A day of the card network, with one payment that was never reported. */
async function compareNetworkFile({ world, today, dinners }: Scene): Promise<void> {
  const { db } = world.database
  const { mid } = await db
    .selectFrom('merchantMids')
    .select('mid')
    .where('merchantId', '=', dinners[1]!.merchantId)
    .orderBy('mid')
    .executeTakeFirstOrThrow()
  const day = addDays(today, -1)
  const row = [demoId(`payment of ${day}`), 'clearing', '64.10', day, mid].join(',')
  const content = Buffer.from(`transaction_id,kind,amount,date,mid\n${row}\n`)
  const fileName = `fidel-${day}.csv`
  await recordReconciliation(servicesOf(world, 'finance'), { network: 'fidel', fileName, content })
}

/** Finance shares what it looks at each month with staff of all programs. */
async function saveReports({ world }: Scene): Promise<void> {
  const services = servicesOf(world, 'finance')
  const ctx = { ...services, allowed: world.partners.all(), isNetworkWide: true }
  for (const { name, query } of monthlyReports) await saveReport(ctx, { name, query, sharedWith: '*' })
}

const monthlyReports = [
  {
    name: 'Spend of the year',
    query: { measures: 'spend,dines', by: 'month,program', period: 'last_12_months' },
  },
  { name: 'Rewards of last month', query: { measures: 'rewards', by: 'program', period: 'last_month' } },
  {
    name: 'Where members come from',
    query: { measures: 'joined', by: 'month,source', period: 'last_12_months' },
  },
  {
    name: 'Best restaurants lately',
    query: { measures: 'spend,activeMembers', by: 'restaurant', period: 'last_30_days' },
  },
]
