import { randomUUID } from 'node:crypto'
import type { Partner } from '@dineward/core/partner/partner.ts'
import type { Reservation } from '@dineward/core/reservations/reservations.contract.ts'
import { mailTexts } from './mail-texts.ts'
import { newBookableMerchant } from './restaurant-book.ts'
import type { TestApp } from './test-app.ts'
import { newClient, type TestClient, tokenHeader } from './test-client.ts'

/** Guests book by email and by phone; members are promised a bonus. */
export const guestSettings = {
  hasReservationBonus: true,
  textSender: '+12125550100',
  reservations: { provider: 'book', guests: 'both', bonusLeadHours: 6 },
} as const

export interface GuestTable {
  readonly partner: Partner
  readonly merchantId: string
  readonly email: string
  readonly client: TestClient
  /** Of the link in the mail. */
  readonly token: string
  readonly reservation: Reservation
}

let visitors = 0

/** A guest has the one table of a restaurant on Thursday, March 12, 2026, at seven. */
export async function newGuestTable(test: TestApp, { partner }: { partner: Partner }): Promise<GuestTable> {
  const { id: merchantId } = await newBookableMerchant(test, partner, {
    seats: [2],
    participation: { reservationBonus: 50 },
  })
  visitors += 1
  const client = newClient(test, partner, `10.0.2.${visitors}`)
  const email = `iris.${randomUUID().slice(0, 8)}@example.com`
  await client.send('POST', '/api/Guests/Codes', { email })
  const code = (await mailTexts(test, email)).flatMap(text => /\b\d{6}\b/.exec(text) ?? [])[0]
  const wish = { merchantId, slotId: '20260312T2300Z', partySize: 2, name: 'Iris Vale', email, code }
  const headers = { ...(await tokenHeader(client)), 'idempotency-key': randomUUID() }
  const body = { ...wish, notes: 'By the window' }
  const booked = await client.send('POST', '/api/Guests/Reservations', body, headers)
  if (booked.statusCode !== 200) throw new Error(`the guest has no table: ${booked.body}`)
  const [token = ''] = (await mailTexts(test, email)).flatMap(
    text => /booking\?token=([\w-]+)/.exec(text)?.[1] ?? [],
  )
  return { partner, merchantId, email, client, token, reservation: booked.json().reservation }
}
