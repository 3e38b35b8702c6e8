import type { Partner } from '@dineward/core/partner/partner.ts'
import { settlesWithPartner } from '@dineward/core/partner/partner-questions.ts'
import type { AccrualFile } from '@dineward/core/settlement/accrual-file.rules.ts'
import { days, minutes } from '@dineward/core/shared/clock.ts'
import {
  claimEvents,
  commandServices,
  type Db,
  expireAuthorizations,
  type PartnerAccruals,
  type PayoutProvider,
  processEvents,
  receiveAnswers,
  receiveEvent,
  runPayouts,
  type ServedWorld,
  sendAccruals,
  sendDueMails,
} from '@dineward/server/seeding.ts'
import type { DemoCardEvent } from './demo-card-events.ts'

/** It is in UTC, when all that a night brings has arrived. */
const dayBeginsAt = minutes(5 * 60)
/** The first nights after loading bring the partner's answer to the last file. */
const lastFileDaysAgo = 2
const answeredAfterDays = 4

/** Days are counted, as in days since 1970. */
export const dayOf = (time: Date): number => Math.floor((time.getTime() - dayBeginsAt) / days(1))

export const endOfDay = (day: number, now: Date): Date =>
  new Date(Math.min(now.getTime(), days(day + 1) + dayBeginsAt))

/** An id that no other advisory lock uses, of what loads the demo. */
export const lockKey = 8_153_001

/** Jobs run once a month, and in the last one once a week. */
const isDayOfJobs = (daysAgo: number): boolean =>
  daysAgo % 30 === lastFileDaysAgo || (daysAgo < 30 && daysAgo % 7 === lastFileDaysAgo)

/**
 * What has happened by now, in the order of time: the card events of each day go through the inbox, and on some days the
 * jobs run.
 * @param trx a transaction. What the product begins becomes part of it.
 */
export async function playHistory(
  world: ServedWorld,
  trx: Db,
  events: readonly DemoCardEvent[],
): Promise<void> {
  const now = world.clock.now()
  const past = events.filter(event => event.at <= now).toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const ofPast = servicesOf(world, asOneTransaction(trx))
  await receive(ofPast, past)
  const today = dayOf(now)
  const byDay = Map.groupBy(past, event => dayOf(event.at))
  const partnerOfPast = acceptingPartner()
  for (let day = Math.min(today, ...byDay.keys()); day <= today; day++) {
    const daysAgo = today - day
    await processAll(ofPast, byDay.get(day) ?? [])
    const services = at(ofPast, endOfDay(day, now))
    if (isDayOfJobs(daysAgo + answeredAfterDays)) await settle(services, partnerOfPast, receiveAnswers)
    if (!isDayOfJobs(daysAgo)) continue
    const accruals = daysAgo === lastFileDaysAgo ? world.gateways.accruals : partnerOfPast
    await settle(services, accruals, sendAccruals)
    await expireAuthorizations(services)
    await payOut(services)
  }
  await payOut(at(ofPast, now))
}

export type Services = ReturnType<typeof servicesOf>

export function servicesOf(world: ServedWorld, db: Db) {
  const gateways = { ...world.gateways, payouts: payingProvider }
  const actor = { kind: 'system', name: 'demo' } as const
  return commandServices({ ...world, database: { ...world.database, db }, gateways }, { actor })
}

export const at = (services: Services, time: Date): Services => ({ ...services, clock: { now: () => time } })

/** What the member does on the site. */
export async function asMember<S extends Pick<Services, 'db'>>(
  services: S,
  partner: Partner,
  memberId: string,
) {
  const member = await services.db
    .selectFrom('members')
    .selectAll()
    .where('partnerId', '=', partner.slug)
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  return { ...services, partner, actor: { kind: 'member' as const, ...member, summary: null } }
}

/** Events go into the inbox, each as it arrived. */
export async function receive(services: Services, events: readonly DemoCardEvent[]): Promise<void> {
  await Promise.all(
    events.map(({ at: time, event, body }) => receiveEvent(at(services, time), 'fidel', { event, body })),
  )
}

/** It processes those of a day, when the last of them has arrived, and none that came since. */
export async function processAll(ofPast: Services, events: readonly DemoCardEvent[]): Promise<void> {
  const last = events.at(-1)
  if (!last) return
  const services = at(ofPast, last.at)
  const claimed = await claimEvents(services.db, last.at, events.length)
  await processEvents(
    services,
    claimed.filter(({ receivedAt }) => receivedAt <= last.at),
  )
}

export async function settle(
  services: Services,
  accruals: PartnerAccruals,
  step: typeof receiveAnswers | typeof sendAccruals,
): Promise<void> {
  const gateways = { ...services.gateways, accruals }
  for (const partner of services.partners.all().filter(settlesWithPartner))
    await step({ ...services, gateways, partner, origin: services.partners.siteOf(partner) })
}

async function payOut(services: Services): Promise<void> {
  const { failed } = await runPayouts(services)
  if (failed > 0) throw new Error(`${failed} payouts of the demo failed`)
  // They are of the past: the folder of outgoing mail begins empty.
  await sendDueMails({ ...services, mailer: { send: async () => {} } })
}

/** Confirms the rows of the files that it has, but those of members without a number. */
export function acceptingPartner(): PartnerAccruals {
  const files = new Map<string, AccrualFile>()
  return {
    send: async (_partner, file) => void files.set(file.id, file),
    listAnswers: async (_partner, openFiles) => openFiles.filter(id => files.has(id)),
    async readAnswer(_partner, name) {
      const rows = files.get(name)!.rows.map(({ id, units, memberNumber }, i) => {
        const row = { line: i + 1, id, units }
        return memberNumber === ''
          ? { ...row, result: 'rejected' as const, code: 'unknown_member_number' }
          : { ...row, result: 'accepted' as const, code: null }
      })
      return { name, content: { answer: { fileId: name, rows } } }
    },
    archive: async (_partner, { name }) => void files.delete(name),
  }
}

const payingProvider: PayoutProvider = {
  deliveries: ['Card', 'Email'],
  send: async () => ({ state: 'paid' }),
  find: async () => null,
}

/** Transactions that services begin are parts of this one. */
export function asOneTransaction(trx: Db): Db {
  const begun = { execute: (work: (db: Db) => unknown) => work(inside), setIsolationLevel: () => begun }
  const begin = () => begun
  const inside: Db = new Proxy(trx, {
    get(target, name) {
      if (name === 'transaction') return begin
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return inside
}
