import { isDeepStrictEqual } from 'node:util'
import { eventTypes } from '@dineward/core/events/event-types.ts'
import type { ApiEvent } from '@dineward/core/events/events.contract.ts'
import { waitAfter } from '@dineward/core/events/webhook-delivery.rules.ts'
import { demoWebhookReach } from '../../gateways/webhook-client.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { readDines } from '../partner-api/place-resources.read.ts'
import { readBalances, readMembers } from '../partner-api/resources.read.ts'
import { createEndpoint } from './endpoints.service.ts'
import { endpointContext, newReceiver, newSender } from './webhooks-for-test.ts'

type Fields = Readonly<Record<string, unknown>>

/** Another system, which knows of a program what its events tell, in whatever order and however often. */
export class EventReader {
  readonly #seen = new Set<string>()
  readonly #sequences = new Map<string, number[]>()
  readonly #newest = new Map<string, { sequence: number; event: ApiEvent }>()

  take(event: ApiEvent): void {
    if (this.#seen.has(event.id)) return
    this.#seen.add(event.id)
    const { data, sequence, type } = event
    if (sequence === null) return
    const memberId = String(eventTypes[type] === 'member' ? data.id : data.memberId)
    this.#sequences.set(memberId, [...(this.#sequences.get(memberId) ?? []), sequence])
    this.#keep(`${eventTypes[type]} ${data.id ?? memberId}`, sequence, event)
    this.#keep(`balance ${memberId}`, sequence, event)
  }

  #keep(key: string, sequence: number, event: ApiEvent): void {
    if ((this.#newest.get(key)?.sequence ?? 0) < sequence) this.#newest.set(key, { sequence, event })
  }

  /** Null: it knows of none. */
  resource(kind: 'member' | 'dine', id: string): Fields | null {
    const { event } = this.#newest.get(`${kind} ${id}`) ?? {}
    return !event || event.type === 'dine.removed' ? null : event.data
  }

  dineIds(): string[] {
    return [...this.#newest]
      .filter(([key, { event }]) => key.startsWith('dine ') && event.type !== 'dine.removed')
      .map(([, { event }]) => String(event.data.id))
  }

  balance(memberId: string): Fields | null {
    return (this.#newest.get(`balance ${memberId}`)?.event.balance as Fields | undefined) ?? null
  }

  /** Numbers of a member that never came. */
  gaps(memberId: string): number[] {
    const known = new Set(this.#sequences.get(memberId))
    return Array.from({ length: Math.max(0, ...known) }, (_, n) => n + 1).filter(n => !known.has(n))
  }
}

/** An endpoint that fails a third of the time, and is told some things twice. */
export async function newEventReader(test: TestApp, partner: ReturnType<TestApp['newPartner']>) {
  const reader = new EventReader()
  let calls = 0
  const receiver = await newReceiver((_, response, { event }) => {
    calls += 1
    if (calls % 3 === 0) return void response.writeHead(503).end()
    reader.take(event)
    // It has it, and the sender does not know.
    return void (calls % 7 === 0 ? response.destroy() : response.end())
  })
  await createEndpoint(endpointContext(test, partner), { url: receiver.url })
  return reader
}

/** All that is due, and what failed again, as days pass: as often as an event is tried. */
export async function deliverAll(test: TestApp): Promise<void> {
  const sender = newSender(test, { reach: demoWebhookReach })
  for (let attempts = 1; ; attempts++) {
    await sender.sendDue()
    const wait = waitAfter(attempts, 1)
    if (wait === null) return
    test.clock.advance(wait)
  }
}

/** @returns what it believes that is not so, a line each */
export async function wrongBeliefs(
  { database: { db } }: TestApp,
  partner: ReturnType<TestApp['newPartner']>,
  memberId: string,
  reader: EventReader,
): Promise<string[]> {
  const wrong: string[] = []
  const compare = (what: string, believed: unknown, stored: unknown) => {
    if (!isDeepStrictEqual(plain(believed), plain(stored)))
      wrong.push(`${what}: believed ${JSON.stringify(believed)}, stored ${JSON.stringify(stored)}`)
  }
  compare('gaps', reader.gaps(memberId), [])
  const member = (await readMembers(db, partner, [memberId])).get(memberId)!
  compare('member', without(reader.resource('member', memberId), 'updatedAt'), without(member, 'updatedAt'))
  const { updatedAt: _, ...balance } = (await readBalances(db, partner, [memberId])).get(memberId)!
  compare('balance', without(reader.balance(memberId), 'updatedAt'), balance)
  const rows = await db
    .selectFrom('dines')
    .select('id')
    .where('partnerId', '=', partner.slug)
    .where('memberId', '=', memberId)
    .execute()
  const ids = rows.map(({ id }) => id)
  compare('dines', reader.dineIds().toSorted(), ids.toSorted())
  const dines = await readDines(db, partner, ids)
  for (const id of ids) compare(`dine ${id}`, factsOf(reader.resource('dine', id)), factsOf(dines.get(id)!))
  return wrong
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))

function without(fields: object | null, name: string): Fields | null {
  if (fields === null) return null
  const { [name]: _, ...others } = fields as Fields
  return others
}

/** What money and lists depend on; why a reward waits is of the moment. */
function factsOf(dine: object | null): Fields | null {
  if (dine === null) return null
  const { id, status, amount, reward, parts, merchantId, cardId, dinedAt, paidAt } = dine as Fields
  return { id, status, amount, reward, parts, merchantId, cardId, dinedAt, paidAt }
}
