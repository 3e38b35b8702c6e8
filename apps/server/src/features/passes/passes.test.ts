import { createPublicKey } from 'node:crypto'
import { unzipSync, zipSync } from 'fflate'
import { jwtVerify } from 'jose'
import { beforeEach, describe, expect, test } from 'vitest'
import { sandboxWalletKeys } from '../../gateways/passes/sandbox-wallet-keys.ts'
import { noWalletKeys } from '../../gateways/passes/wallet-keys.ts'
import { newMember } from '../../testing/factories.ts'
import { book, newBookableMerchant } from '../../testing/restaurant-book.ts'
import { createTestApp, type TestApp, testGateways } from '../../testing/test-app.ts'
import { newClient, signedInClient } from '../../testing/test-client.ts'
import { openPass } from './opened-pass-for-test.ts'

/** It is March 10, 2026, 2 PM in New York. */
const keys = sandboxWalletKeys()
const app = await createTestApp({ gateways: { ...testGateways('/nowhere'), walletKeys: keys } })
beforeEach(() => app.clock.set('2026-03-10T18:00:00Z'))
const passes = {
  apple: { passTypeId: 'pass.example.dining', teamId: 'TEAM012345' },
  google: { issuerId: '3388000000012345678' },
}

async function newScene(settings: Record<string, unknown> = { passes }, test: TestApp = app) {
  const partner = test.newPartner({ settings })
  const member = await newMember(test, partner, { memberNumber: '402815637' })
  return { partner, member, client: await signedInClient(test, partner, member.id) }
}

/** It is booked for Thursday, March 12, at seven in New York. */
async function newBooking() {
  const scene = await newScene()
  const merchant = await newBookableMerchant(app, scene.partner)
  const table = { merchantId: merchant.id, slotId: '20260312T2300Z', partySize: 2 }
  const { reservation } = (await book(scene.client, table)).json()
  return { ...scene, merchant, reservation, path: `/api/Member/Reservations/${reservation.id}` }
}

describe('pass of a booking for Apple Wallet', () => {
  test('opened -> signed, each hash right, and what was booked', async () => {
    const { client, partner, reservation, path } = await newBooking()
    const response = await client.get(`${path}/Pass.pkpass`)
    expect(response.headers).toMatchObject({
      'content-type': 'application/vnd.apple.pkpass',
      'content-disposition': 'attachment; filename="pass.pkpass"',
      'cache-control': 'no-store',
    })
    const opened = openPass(response.rawPayload, keys.apple(partner)!)
    expect(opened).toMatchObject({ isSigned: true, wrongHashes: [] })
    expect(opened.files).toEqual(
      expect.arrayContaining(['icon.png', 'icon@2x.png', 'icon@3x.png', 'logo.png', 'pass.json']),
    )
    expect(opened.pass).toMatchObject({
      passTypeIdentifier: 'pass.example.dining',
      teamIdentifier: 'TEAM012345',
      organizationName: 'Skyward Dining',
      serialNumber: `reservation-${reservation.id}`,
      backgroundColor: 'rgb(27, 60, 189)',
      foregroundColor: 'rgb(248, 250, 255)',
      relevantDate: '2026-03-12T23:00:00.000Z',
      expirationDate: '2026-03-13T00:30:00.000Z',
      locations: [{ latitude: 40.7258, longitude: -73.9932 }],
      barcodes: [{ message: reservation.confirmationCode, format: 'PKBarcodeFormatQR' }],
      eventTicket: {
        primaryFields: [{ value: 'Casa Lumen' }],
        secondaryFields: [{ value: 'Thu, Mar 12, 7:00 PM' }, { value: '2' }],
        auxiliaryFields: [{}, { value: reservation.confirmationCode }],
      },
    })
    expect(opened.pass).not.toHaveProperty('voided')
  })

  test('changed after signing -> the hash and the signature say so', async () => {
    const { client, partner, path } = await newBooking()
    const { rawPayload } = await client.get(`${path}/Pass.pkpass`)
    const files = unzipSync(rawPayload)
    const changed = zipSync({ ...files, 'icon.png': files['logo.png']! })
    const manifest = zipSync({ ...files, 'manifest.json': new TextEncoder().encode('{}') })
    expect(openPass(Buffer.from(changed), keys.apple(partner)!).wrongHashes).toEqual(['icon.png'])
    expect(openPass(Buffer.from(manifest), keys.apple(partner)!).isSigned).toBe(false)
    expect(openPass(rawPayload, sandboxWalletKeys().apple(partner)!).isSigned).toBe(false)
  })

  test('past booking -> voided', async () => {
    const { member, partner, path } = await newBooking()
    app.clock.set('2026-03-13T00:30:00Z')
    const client = await signedInClient(app, partner, member.id)
    const { rawPayload } = await client.get(`${path}/Pass.pkpass`)
    expect(openPass(rawPayload, keys.apple(partner)!).pass).toMatchObject({ voided: true })
  })
})

describe('pass of the membership for Apple Wallet', () => {
  test('opened -> signed, with the member’s number', async () => {
    const { client, partner, member } = await newScene()
    const { rawPayload } = await client.get('/api/Member/Passes/Membership.pkpass')
    expect(openPass(rawPayload, keys.apple(partner)!)).toMatchObject({
      isSigned: true,
      wrongHashes: [],
      pass: {
        serialNumber: `membership-${member.id}`,
        barcodes: [{ message: '402815637' }],
        generic: {
          primaryFields: [{ value: 'Ada Moreau' }],
          secondaryFields: [{ value: '402815637' }, { value: 'January 2025' }],
        },
      },
    })
  })
})

describe('link to Google Wallet', () => {
  const payloadOf = async (url: string, partner: Parameters<typeof keys.google>[0]) => {
    const [, token = ''] = /^https:\/\/pay\.google\.com\/gp\/v\/save\/(.+)$/.exec(url) ?? []
    const { privateKey } = keys.google(partner)!
    const { payload, protectedHeader } = await jwtVerify(token, createPublicKey(privateKey), {
      audience: 'google',
      issuer: 'passes@sandbox.example',
      currentDate: app.clock.now(),
    })
    expect(protectedHeader.alg).toBe('RS256')
    return payload
  }

  test('of a booking -> a signed event ticket of what was booked', async () => {
    const { client, partner, reservation, path } = await newBooking()
    const { url } = (await client.get(`${path}/PassLink`)).json()
    expect(url.length).toBeLessThan(2_600)
    const { payload, typ } = await payloadOf(url, partner)
    const id = `3388000000012345678.reservation-${reservation.id}`
    expect(typ).toBe('savetowallet')
    expect(payload).toMatchObject({
      eventTicketClasses: [
        {
          id: `${id}-class`,
          dateTime: { start: '2026-03-12T23:00:00.000Z', end: '2026-03-13T00:30:00.000Z' },
          venue: { name: { defaultValue: { value: 'Casa Lumen' } } },
          logo: { sourceUri: { uri: expect.stringMatching(/^http.*\/brand\/icon-192-.*\.png$/) } },
        },
      ],
      eventTicketObjects: [
        {
          id,
          state: 'ACTIVE',
          barcode: { value: reservation.confirmationCode },
          reservationInfo: { confirmationCode: reservation.confirmationCode },
        },
      ],
    })
  })

  test('of a past booking -> expired', async () => {
    const { member, partner, path } = await newBooking()
    app.clock.set('2026-03-13T00:30:00Z')
    const client = await signedInClient(app, partner, member.id)
    const { url } = (await client.get(`${path}/PassLink`)).json()
    expect(await payloadOf(url, partner)).toMatchObject({
      payload: { eventTicketObjects: [{ state: 'EXPIRED' }] },
    })
  })

  test('of the membership -> a signed generic pass', async () => {
    const { client, partner, member } = await newScene()
    const { url } = (await client.get('/api/Member/Passes/Membership/Link')).json()
    expect(await payloadOf(url, partner)).toMatchObject({
      payload: {
        genericObjects: [
          {
            id: `3388000000012345678.membership-${member.id}`,
            header: { defaultValue: { value: 'Ada Moreau' } },
            barcode: { value: '402815637' },
          },
        ],
      },
    })
  })
})

describe('no pass', () => {
  const kinds = ['Pass.pkpass', 'PassLink']

  test.each(kinds)('%s of a canceled booking -> 409 reservation_canceled', async kind => {
    const { client, path } = await newBooking()
    await client.send('DELETE', path)
    const response = await client.get(`${path}/${kind}`)
    expect([response.statusCode, response.json().code]).toEqual([409, 'reservation_canceled'])
  })

  test.each(kinds)('%s of another member, another partner, an unknown id -> 404', async kind => {
    const { partner, path } = await newBooking()
    const other = await signedInClient(app, partner, (await newMember(app, partner)).id)
    const { client: elsewhere } = await newScene()
    const answers = [
      await other.get(`${path}/${kind}`),
      await elsewhere.get(`${path}/${kind}`),
      await elsewhere.get(`/api/Member/Reservations/%00/${kind}`),
    ]
    expect(answers.map(answer => answer.json().code)).toEqual(Array(3).fill('reservation_not_found'))
    expect((await newClient(app, partner).get(`${path}/${kind}`)).statusCode).toBe(401)
  })

  test('of a closed account’s membership -> 403', async () => {
    const { client, member } = await newScene()
    await app.database.db
      .updateTable('members')
      .set({ memberType: 'ClosedAccountMember', closedAt: app.clock.now() })
      .where('id', '=', member.id)
      .execute()
    expect((await client.get('/api/Member/Passes/Membership.pkpass')).statusCode).toBe(403)
    expect((await client.get('/api/Member/Passes/Membership/Link')).statusCode).toBe(403)
  })

  test.each([
    ['no setting', {}, keys],
    ['no certificate and no key', { passes }, noWalletKeys],
  ])('%s -> offered nowhere, and not found', async (_case, settings, walletKeys) => {
    await using other = await createTestApp({ gateways: { ...testGateways('/nowhere'), walletKeys } })
    const { client } = await newScene({ passes: { apple: null, google: null }, ...settings }, other)
    expect((await client.get('/api/Member/Wallets')).json()).toEqual({ apple: false, google: false })
    for (const path of ['Membership.pkpass', 'Membership/Link'])
      expect((await client.get(`/api/Member/Passes/${path}`)).statusCode).toBe(404)
  })

  test('certificate and key -> both wallets are offered', async () => {
    const { client } = await newScene()
    expect((await client.get('/api/Member/Wallets')).json()).toEqual({ apple: true, google: true })
  })
})
