import { beforeEach, expect, test } from 'vitest'
import { newMember } from '../../testing/factories.ts'
import { guestSettings, newGuestTable } from '../../testing/guest-table.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { eraseMember } from './erasure.service.ts'
import { exportMember } from './leaving.service.ts'

const app = await createTestApp()
/** It is Tuesday, two in the afternoon in New York. */
beforeEach(() => app.clock.set('2026-03-10T18:00:00Z'))

const aGuest = () => newGuestTable(app, { partner: app.newPartner({ settings: guestSettings }) })

test('export of a member with the confirmed address -> the guest table and its mails', async () => {
  const { partner, email, merchantId, reservation } = await aGuest()
  const { id } = await newMember(app, partner, { email })
  const { sections } = await exportMember(app.context(partner), id)
  expect(sections.guestBookings).toMatchObject([
    { merchantId, confirmationCode: reservation.confirmationCode, notes: 'By the window' },
  ])
  expect(sections.mails).toHaveLength(2)
})

test('erasure of a member with the confirmed address -> the guest table is gone, and free', async () => {
  const { partner, email, client, token, merchantId } = await aGuest()
  const { id } = await newMember(app, partner, { email })
  await eraseMember(app.context(partner), id)
  expect((await client.get(`/api/Guests/Reservations?token=${token}`)).statusCode).toBe(404)
  const times = `/api/v2/Merchants/${merchantId}/Availability?date=2026-03-12&time=19:00&partySize=2`
  const { slots } = (await client.get(times)).json()
  expect(slots.map(({ slotId }: { slotId: string }) => slotId)).toContain('20260312T2300Z')
})

test('export and erasure by a member who only typed the address -> neither table, code nor mail', async () => {
  const { partner, email, client, token } = await aGuest()
  const { id } = await newMember(app, partner, { email, emailConfirmedAt: null })
  const { sections } = await exportMember(app.context(partner), id)
  expect([sections.guestBookings, sections.mails]).toEqual([[], []])
  await eraseMember(app.context(partner), id)
  expect((await client.get(`/api/Guests/Reservations?token=${token}`)).statusCode).toBe(200)
})
