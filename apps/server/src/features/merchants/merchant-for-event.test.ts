import { describe, expect, test } from 'vitest'
import { newMerchant } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { findMerchantForEvent } from './merchants.service.ts'

const app = await createTestApp()
const { db } = app.database
const localDate = '2026-03-10'

describe('the restaurant of a card event', () => {
  test('is found by our own id, with the partner’s terms', async () => {
    const partner = app.newPartner()
    const merchant = await newMerchant(app, partner, {}, { maxSpendPerMonthCents: 50_000 })
    const found = await findMerchantForEvent({ db, partner }, { merchantId: merchant.id, localDate })
    expect(found).toMatchObject({ id: merchant.id, name: merchant.name, timezone: 'America/New_York' })
    expect(found?.participation).toMatchObject({ joinedOn: '2020-01-01', maxSpendPerMonthCents: 50_000 })
  })

  test('is found by its MID when the event has no id, or one that is not ours', async () => {
    const partner = app.newPartner()
    const merchant = await newMerchant(app, partner)
    for (const merchantId of [undefined, null, 'not-ours']) {
      const found = await findMerchantForEvent({ db, partner }, { merchantId, mid: merchant.mid, localDate })
      expect(found?.id).toBe(merchant.id)
    }
  })

  test('our id wins over a MID of another restaurant', async () => {
    const partner = app.newPartner()
    const [one, other] = [await newMerchant(app, partner), await newMerchant(app, partner)]
    const found = await findMerchantForEvent(
      { db, partner },
      { merchantId: one.id, mid: other.mid, localDate },
    )
    expect(found?.id).toBe(one.id)
  })

  test.each([
    ['2026-01-31', 'before'],
    ['2026-02-01', 'after'],
    ['2026-03-10', 'after'],
  ])('a MID that moved counts for its restaurant of the day: %s', async (date, owner) => {
    const partner = app.newPartner()
    const merchants = { before: await newMerchant(app, partner), after: await newMerchant(app, partner) }
    const mid = `MOVED-${partner.slug}`
    await db
      .insertInto('merchantMids')
      .values([
        { mid, merchantId: merchants.before.id, validFrom: '2025-01-01', validTo: '2026-02-01' },
        { mid, merchantId: merchants.after.id, validFrom: '2026-02-01', validTo: null },
      ])
      .execute()
    const found = await findMerchantForEvent({ db, partner }, { mid, localDate: date })
    expect(found?.id).toBe(merchants[owner as 'before' | 'after'].id)
  })

  test('a MID that is not in force yet, or unknown, finds nothing', async () => {
    const partner = app.newPartner()
    const merchant = await newMerchant(app, partner)
    expect(
      await findMerchantForEvent({ db, partner }, { mid: merchant.mid, localDate: '2019-12-31' }),
    ).toBeNull()
    expect(await findMerchantForEvent({ db, partner }, { mid: 'UNKNOWN', localDate })).toBeNull()
    expect(await findMerchantForEvent({ db, partner }, { localDate })).toBeNull()
  })

  test('another partner does not find it, nor its terms', async () => {
    const [partner, stranger] = [app.newPartner(), app.newPartner()]
    const merchant = await newMerchant(app, partner)
    const place = { merchantId: merchant.id, mid: merchant.mid, localDate }
    expect(await findMerchantForEvent({ db, partner: stranger }, place)).toBeNull()
    const own = await findMerchantForEvent({ db, partner }, place)
    expect(own?.participation).toMatchObject({ leftOn: null })
  })
})
