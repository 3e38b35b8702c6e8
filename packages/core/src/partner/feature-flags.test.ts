import { describe, expect, test } from 'vitest'
import { featureFlagsSchema } from './feature-flags.contract.ts'
import { featureFlagsOf } from './feature-flags.ts'
import { partnerForTest } from './partner-for-test.ts'

const flagsOf = (settings: Record<string, unknown>) =>
  featureFlagsOf(partnerForTest('plain', settings).settings)

describe('the flags of a partner', () => {
  test('that says nothing are the defaults of the specification', () => {
    expect(flagsOf({})).toMatchObject({
      authFlags: { enrollmentType: 'direct', fullAddressRequired: false, hasPPN: true, hasSmsOptIn: false },
      filters: { acclaimed: false, benefits: true, reservations: false },
      partnerFeatureFlags: {
        cardTypesAccepted: ['AMEX', 'DISC', 'MAST', 'VISA'],
        cmsRoute: '/api/cms',
        currencyType: 'Mile',
        hasFlexOffers: false,
        hasVIP: false,
        homePage: 'home',
        maintenance: { everywhere: false, paths: [] },
      },
    })
  })

  test.each<[Record<string, unknown>, object]>([
    [{ hasVIP: true }, { partnerFeatureFlags: { hasVIP: true } }],
    [{ smsOptIn: 'checkbox' }, { authFlags: { hasSmsOptIn: true, hasSmsOptInV2: false } }],
    [{ smsOptIn: 'toggle' }, { authFlags: { hasSmsOptIn: true, hasSmsOptInV2: true } }],
    [
      { acclaimed: 'members' },
      {
        filters: { acclaimed: true },
        partnerFeatureFlags: { acclaimedEnabled: true, acclaimed2Enabled: false },
      },
    ],
    [
      { acclaimed: 'membersAndVips' },
      { partnerFeatureFlags: { acclaimedEnabled: true, acclaimed2Enabled: true } },
    ],
    [
      { reservations: { provider: 'book' } },
      { filters: { reservations: true }, partnerFeatureFlags: { openTableReservationsEnabled: true } },
    ],
    [
      { enrollmentType: 'none', currencyType: null },
      {
        authFlags: { enrollmentType: 'none' },
        filters: { benefits: false },
        partnerFeatureFlags: { currencyType: null },
      },
    ],
    [
      { maintenance: { paths: ['/join'] } },
      { partnerFeatureFlags: { maintenance: { everywhere: false, paths: ['/join'] } } },
    ],
    [{ asksForConsent: true }, { partnerFeatureFlags: { asksForConsent: true } }],
  ])('with %j', (settings, flags) => {
    expect(flagsOf(settings)).toMatchObject(flags)
  })

  test('tell nothing that is the server’s own', () => {
    const sent = JSON.stringify(
      flagsOf({
        hostNames: ['secret.example'],
        emulationOrigins: ['https://admin.secret.example'],
        cmsPreview: true,
      }),
    )
    for (const word of ['secret.example', 'hostNames', 'signInLock', 'earnRates', 'cmsPreview', 'siteKey'])
      expect(sent).not.toContain(word)
  })

  test('are the shape that is documented, nothing left out', () => {
    expect(featureFlagsSchema.parse(flagsOf({}))).toEqual(flagsOf({}))
  })
})
