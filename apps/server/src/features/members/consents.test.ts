import type { Partner } from '@dineward/core/partner/partner.ts'
import { beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../db/in-transaction.ts'
import { newMember } from '../../testing/factories.ts'
import { prospect } from '../../testing/prospect.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { newClient } from '../../testing/test-client.ts'
import { recordTextConsent, withdrawTextConsent } from './consents.service.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})

const legal = {
  termsUrl: 'https://dine.example/terms',
  privacyUrl: 'https://dine.example/privacy',
  termsVersion: '2026-01',
  privacyVersion: '2025-09',
}

const consentsOf = (partner: Partner) =>
  app.database.db
    .selectFrom('memberConsents')
    .select(['kind', 'version', 'wording', 'source', 'givenAt', 'withdrawnAt', 'withdrawnSource'])
    .where('partnerId', '=', partner.slug)
    .orderBy('id')
    .execute()

test('joining: terms and privacy policy -> kept with version, address and time', async () => {
  const partner = app.newPartner({ settings: { legal } })
  await newClient(app, partner).send('POST', '/api/Members/Prospects', prospect())
  const given = { source: 'join', givenAt: app.clock.now(), withdrawnAt: null, withdrawnSource: null }
  expect(await consentsOf(partner)).toEqual([
    { ...given, kind: 'terms', version: '2026-01', wording: legal.termsUrl },
    { ...given, kind: 'privacy', version: '2025-09', wording: legal.privacyUrl },
  ])
})

test.each([
  ['version 1', { smsOptIn: true }, [['1', /^Text me about offers/]]],
  ['version 2', { smsOptInV2: true }, [['2', /^I agree to receive/]]],
  ['a no', { smsOptInV2: false }, []],
])('joining: texts, %s -> kept as it was worded', async (_case, changes, expected) => {
  const partner = app.newPartner({ settings: { legal: null } })
  const body = prospect({ phoneNumber: '2125550123', ...changes })
  await newClient(app, partner).send('POST', '/api/Members/Prospects', body)
  const found = await consentsOf(partner)
  expect(found.map(({ version }) => version)).toEqual(expected.map(([version]) => version))
  for (const [index, [, wording]] of expected.entries()) expect(found[index]!.wording).toMatch(wording!)
  expect(JSON.stringify(found)).not.toMatch(/\{[a-z ]+\}/)
})

test('texts: turned on, off by message, on and off again -> each with time and source', async () => {
  const partner = app.newPartner()
  const { id: memberId } = await newMember(app, partner)
  const ctx = app.context(partner)
  const smsOptIn = async () =>
    (await app.database.db.selectFrom('members').select('smsOptIn').where('id', '=', memberId).execute())[0]
  await inTransaction(ctx.db, db =>
    recordTextConsent({ ...ctx, db }, { memberId, version: '1', wording: 'Text me.', source: 'profile' }),
  )
  expect(await smsOptIn()).toEqual({ smsOptIn: true })
  app.clock.advance(1_000)
  const stoppedAt = app.clock.now()
  await inTransaction(ctx.db, db => withdrawTextConsent({ ...ctx, db }, { memberId, source: 'text message' }))
  expect(await smsOptIn()).toEqual({ smsOptIn: false })
  app.clock.advance(1_000)
  await inTransaction(ctx.db, db => withdrawTextConsent({ ...ctx, db }, { memberId, source: 'staff' }))
  expect(await consentsOf(partner)).toMatchObject([
    { source: 'profile', withdrawnAt: stoppedAt, withdrawnSource: 'text message' },
    { version: '', givenAt: null, withdrawnAt: app.clock.now(), withdrawnSource: 'staff' },
  ])
})
