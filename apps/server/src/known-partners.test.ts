import { expect, test } from 'vitest'
import { createTestApp } from './testing/test-app.ts'
import { requireKnownPartners } from './world.ts'

const none = new Map<string, string>()
const env = {
  content: { url: '', tokens: none },
  singleSignOn: { secrets: none, issuers: none },
  staffSignOn: null,
  signInProviders: { googleSecrets: none, appleKeys: new Map(), issuers: { google: '', apple: '' } },
  settlementSecrets: none,
  partnerCardsSecrets: none,
  recaptchaSecrets: none,
  oneSignal: null,
}

test('a secret for a partner that is not there -> refused at the start, by variable', async () => {
  const test = await createTestApp()
  const partner = test.newPartner()
  const start = (slug: string) => () =>
    requireKnownPartners({ ...env, settlementSecrets: new Map([[slug, 'secret']]) }, [partner])
  expect(start('skywrd')).toThrow(
    `SETTLEMENT_SECRETS names skywrd, but there is no such partner. There are: ${partner.slug}.`,
  )
  expect(start(partner.slug)).not.toThrow()
})
