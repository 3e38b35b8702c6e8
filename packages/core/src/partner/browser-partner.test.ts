import { expect, test } from 'vitest'
import { toBrowserPartner } from './browser-partner.ts'
import { partnerForTest } from './partner-for-test.ts'

const now = new Date('2026-05-01T00:00:00Z')

test('hosts, locks and reward rules stay on the server', () => {
  const partner = partnerForTest('plain', {
    hostNames: ['secret-host.example'],
    newMemberBonus: { windowHours: 2160, enrollmentSources: [] },
  })
  const sent = JSON.stringify(toBrowserPartner(partner, now))
  for (const word of ['secret-host', 'hostNames', 'signInLock', 'rounding', 'enrollmentSources', 'source"']) {
    expect(sent).not.toContain(word)
  }
})

test('a new setting does not reach the browser by itself', () => {
  const partner = partnerForTest('plain')
  const grown = { ...partner, apiKey: 'sk-1', settings: { ...partner.settings, webhookSecret: 'sk-2' } }
  expect(JSON.stringify(toBrowserPartner(grown, now))).not.toMatch(/sk-1|sk-2/)
})

test('what is shown arrives: names, words, rates as text, the room of the logo', () => {
  const browser = toBrowserPartner(partnerForTest('plain', { currencyType: 'Point' }), now)
  expect(browser).toMatchObject({
    slug: 'plain',
    settings: { programName: 'Plain Dining', enrollmentType: 'direct' },
    logo: { width: 32, height: 32 },
    themeColor: '#ffffff',
    scheme: 'light',
  })
  expect(browser.placeholders['earning level 3']).toBe('3 points per $1')
})

test('survives the way through JSON unchanged', () => {
  const browser = toBrowserPartner(partnerForTest('plain'), now)
  expect(JSON.parse(JSON.stringify(browser))).toEqual(browser)
})
