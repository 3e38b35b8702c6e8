import type { Partner } from '@dineward/core/partner/partner.ts'
import { expect, test } from 'vitest'
import { answerTo, numberOf } from '../../features/bot-check/solve-for-test.ts'
import { tokenCardVault } from '../../gateways/cards/token-card-vault.ts'
import { partnerBotCheck } from '../../gateways/checks/partner-bot-check.ts'
import { frameCard } from '../../testing/frame-card.ts'
import { newStaff, signInStaff } from '../../testing/sign-in/staff-for-test.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient } from '../../testing/test-client.ts'

/*
 * A secret is replaced in three restarts, a server after the other: accepted by all, then used by all, then the old one
 * goes. In between every server has to accept what every other one signed.
 */

const [old, next] = ['the-secret-before', 'the-secret-to-come']
const steps = [[old], [old, next], [next, old], [next]]
const neighbors = steps.flatMap((one, index) => [
  [one, one],
  ...(steps[index + 1]
    ? [
        [one, steps[index + 1]!],
        [steps[index + 1]!, one],
      ]
    : []),
]) as [string[], string[]][]

test.each(neighbors)('signed with %j -> accepted with %j', async (signing, verifying) => {
  const [first, second] = await Promise.all(
    [signing, verifying].map(appSecrets => createTestApp({ appSecrets })),
  )
  const partner = first!.partners.bySlug('skyward')!
  const client = newClient(first!, partner)
  const elsewhere = newClient(second!, partner)
  const token = (await client.get('/api/CSRF')).json().csrfToken as string
  for (const [name, value] of client.cookies) elsewhere.cookies.set(name, value)
  const signedOut = await elsewhere.send('POST', '/api/Staff/SignOut', {}, { 'x-xsrf-token': token })
  expect(signedOut.statusCode).toBe(200)
  expect(await isCardAccepted(partner, signing[0]!, verifying)).toBe(true)
  expect(await isPersonAccepted(partner, signing, verifying)).toBe(true)
})

test.each([
  [[old], [next]],
  [[old], [next, 'another-secret-again']],
])('signed with %j -> refused with %j', async (signing, verifying) => {
  const first = await createTestApp({ appSecrets: signing })
  const second = await createTestApp({ appSecrets: verifying })
  const partner = first.partners.bySlug('skyward')!
  const client = newClient(first, partner)
  const elsewhere = newClient(second, partner)
  const token = (await client.get('/api/CSRF')).json().csrfToken as string
  for (const [name, value] of client.cookies) elsewhere.cookies.set(name, value)
  const refused = await elsewhere.send('POST', '/api/Staff/SignOut', {}, { 'x-xsrf-token': token })
  expect(refused.json().code).toBe('csrf_invalid')
  expect(await isCardAccepted(partner, signing[0]!, verifying)).toBe(false)
  expect(await isPersonAccepted(partner, signing, verifying)).toBe(false)
})

test('browser of a staff member, secret replaced -> its mark is known; without the old one it gets a new one', async () => {
  const [first, both, after] = await Promise.all(
    [[old], [next, old], [next]].map(appSecrets => createTestApp({ appSecrets })),
  )
  const partner = first!.partners.bySlug('skyward')!
  const { email } = await newStaff(first!)
  const client = newClient(first!, partner)
  expect((await signInStaff(client, email)).statusCode).toBe(200)
  const mark = client.cookies.get('dw_staff_browser')!
  const markAfterSignIn = async (app: typeof first): Promise<string> => {
    const browser = newClient(app!, partner)
    browser.cookies.set('dw_staff_browser', mark)
    expect((await signInStaff(browser, email)).statusCode).toBe(200)
    return browser.cookies.get('dw_staff_browser')!
  }
  expect(await markAfterSignIn(both)).toBe(mark)
  expect(await markAfterSignIn(after)).not.toBe(mark)
})

async function isCardAccepted(partner: Partner, signing: string, verifying: string[]): Promise<boolean> {
  const card = frameCard(partner, '4111111111111111', { secret: signing })
  return (await tokenCardVault(verifying).verify(card, partner.slug)) !== null
}

async function isPersonAccepted(partner: Partner, signing: string[], verifying: string[]): Promise<boolean> {
  const now = new Date()
  const checkWith = (secrets: string[]) => partnerBotCheck({ secrets, recaptchaSecrets: new Map() })
  const challenge = (await checkWith(signing).challenge(partner, now, 50))!
  const answer = answerTo(challenge, numberOf(challenge))
  return (await checkWith(verifying).judge(partner, answer, now)).verdict === 'person'
}
