import { randomUUID } from 'node:crypto'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { expect } from 'vitest'
import { newLinkedCard, newMember, newMerchant } from '../../testing/factories.ts'
import { type TestApp, testSecrets } from '../../testing/test-app.ts'
import { signedInClient } from '../../testing/test-client.ts'
import { balanceOf } from '../ledger/ledger.service.ts'
import { ledgerProblemsOf } from '../ledger/ledger-for-test.ts'
import { processInbox } from './inbox.service.ts'
import { signFidel } from './networks/fidel.network.ts'

export type EventName = 'transaction.auth' | 'transaction.clearing' | 'transaction.refund'
export type Fields = Record<string, unknown>

/** A member with a card, a restaurant, and a card network that reports their transactions. */
export interface CardNetwork {
  readonly partner: Partner
  readonly memberId: string
  readonly cardId: string
  readonly merchant: { readonly id: string; readonly name: string; readonly mid: string }
  /** A transaction body is of $42.50 at the restaurant, overridden by `fields`. */
  body(fields?: Fields): Fields
  /** Send an event. @returns the response. */
  send(event: EventName, fields?: Fields): Promise<{ statusCode: number; json(): Fields }>
  /** Process the inbox and check the partner's ledger. */
  processAll(): Promise<void>
  /** Send, expect 200, and process. */
  deliver(event: EventName, fields?: Fields): Promise<void>
  /** This delivers several, which are processed together. */
  deliverAll(event: EventName, all: readonly Fields[]): Promise<void>
  balance(): Promise<number>
  /** The member's own activity list, newest first. */
  activity(): Promise<Fields[]>
}

export async function newCardNetwork(
  test: TestApp,
  options: {
    like?: string
    settings?: Record<string, unknown>
    member?: Parameters<typeof newMember>[2]
    card?: Parameters<typeof newLinkedCard>[2]
    terms?: Parameters<typeof newMerchant>[3]
  } = {},
): Promise<CardNetwork> {
  const partner = test.newPartner({
    ...(options.like ? { like: options.like } : {}),
    // Dines of a test are often of one day: as many would wait for a person.
    settings: { velocity: { dinesPerDay: 0 }, ...options.settings },
  })
  const member = await newMember(test, partner, options.member)
  const card = await newLinkedCard(test, member, options.card)
  const merchant = await newMerchant(test, partner, {}, options.terms)
  return cardNetworkOf(test, partner, { memberId: member.id, cardId: card.id, merchant })
}

export function cardNetworkOf(
  test: TestApp,
  partner: Partner,
  seat: Pick<CardNetwork, 'memberId' | 'cardId' | 'merchant'>,
): CardNetwork {
  const { db, preparedDb } = test.database
  const body = (fields: Fields = {}): Fields => ({
    id: randomUUID(),
    programId: 'program',
    amount: 42.5,
    currency: 'USD',
    datetime: '2026-03-09T19:30:00',
    created: '2026-03-09T23:30:05.000Z',
    updated: '2026-03-09T23:30:05.000Z',
    cardPresent: true,
    card: { id: randomUUID(), lastNumbers: '4242', scheme: 'visa', metadata: { id: seat.cardId } },
    brand: { id: 'brand', name: 'Some Brand' },
    location: { id: 'place', timezone: 'America/New_York', metadata: { id: seat.merchant.id } },
    identifiers: { MID: seat.merchant.mid },
    ...fields,
  })
  const send: CardNetwork['send'] = (event, fields) =>
    sendSigned(test, event, JSON.stringify(body({ ...flagsOf[event], ...fields })))
  const processAll = async () => {
    await processInbox({ db: preparedDb, clock: test.clock, partners: test.partners })
    expect(await ledgerProblemsOf(db, partner.slug)).toEqual([])
  }
  const deliverAll: CardNetwork['deliverAll'] = async (event, all) => {
    const responses = await Promise.all(all.map(fields => send(event, fields)))
    for (const response of responses) expect(response.json()).toEqual({ received: true })
    await processAll()
  }
  return {
    partner,
    ...seat,
    body,
    send,
    processAll,
    deliver: (event, fields = {}) => deliverAll(event, [fields]),
    deliverAll,
    balance: () => balanceOf(db, partner.slug, seat.memberId),
    async activity() {
      const client = await signedInClient(test, partner, seat.memberId)
      const response = await client.get('/api/Member/Transactions?resultsPerPage=100')
      expect(response.statusCode).toBe(200)
      return response.json().data
    },
  }
}

const flagsOf: Record<EventName, Fields> = {
  'transaction.auth': { auth: true, cleared: false },
  'transaction.clearing': { auth: true, cleared: true },
  'transaction.refund': { auth: false, cleared: true },
}

/** Post a body, signed for its address, now. */
export async function sendSigned(
  test: TestApp,
  event: string,
  body: string | Buffer,
  overrides: { secret?: string; url?: string; timestamp?: string; headers?: Record<string, string> } = {},
) {
  const path = `/hooks/fidel/${event}`
  const timestamp = overrides.timestamp ?? String(test.clock.now().getTime())
  const url = overrides.url ?? `http://localhost:3000${path}`
  const signature = signFidel(overrides.secret ?? testSecrets.fidelWebhook, { url, timestamp, body })
  return test.app.inject({
    method: 'POST',
    url: path,
    headers: {
      'content-type': 'application/json',
      'x-fidel-timestamp': timestamp,
      'x-fidel-signature': signature,
      ...overrides.headers,
    },
    payload: body,
  })
}
