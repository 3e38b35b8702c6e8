import { expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient } from '../../testing/test-client.ts'

const app = await createTestApp()

test.each([
  [
    'skyward',
    { enrollmentType: 'direct' },
    { hasFlexOffers: true, homePage: 'discover', currencyType: 'Point' },
  ],
  ['meridian', { enrollmentType: 'sso' }, { currencyType: 'Mile' }],
  ['harbor', { fullAddressRequired: true }, { currencyType: 'Credit', cardTypesAccepted: ['VISA', 'MAST'] }],
  [
    'cellwave',
    { fullAddressRequired: true, hasSmsOptInV2: true, showEmailOptIn: false },
    { currencyType: 'Dollar', homePage: 'home' },
  ],
  ['tablefolk', { enrollmentType: 'none' }, { currencyType: null }],
])('%s -> its flags', async (slug, authFlags, partnerFeatureFlags) => {
  const partner = app.partners.bySlug(slug)!
  const response = await newClient(app, partner).get('/api/feature-flags')
  expect(response.statusCode).toBe(200)
  expect(response.headers['cache-control']).toBe('no-cache')
  expect(response.json()).toMatchObject({ authFlags, partnerFeatureFlags })
  expect(Object.keys(response.json())).toEqual(['authFlags', 'filters', 'partnerFeatureFlags'])
})
