import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { inspect, openPage } from './support/browser.ts'
import { consoleAddress, openConsole } from './support/console.ts'
import { expect, setUpSharedProduct, test } from './support/journey.ts'

const on = setUpSharedProduct()

/** A key of the program, made in the console. */
async function newKey(slug: string): Promise<string> {
  const page = await openConsole(on, 'admin@dineward.example')
  const key = await page.evaluate(async program => {
    const { csrfToken } = await (await fetch('/api/CSRF')).json()
    const answer = await fetch(`/api/Console/Programs/${program}/ApiKeys`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-xsrf-token': csrfToken },
      body: JSON.stringify({ name: 'Bank app', scopes: ['members:read', 'members:write', 'sessions:write'] }),
    })
    return (await answer.json()).key as string
  }, slug)
  await page.context().close()
  return key
}

/** As the program's own system does. */
async function callApi(key: string, path: string, body: object) {
  const { port } = new URL(consoleAddress(on))
  const headers = {
    host: `api.localhost:${port}`,
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
  }
  // Not every system resolves api.localhost to this machine.
  const outgoing = request({ host: 'localhost', port, method: 'POST', path, headers })
  outgoing.end(JSON.stringify(body))
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
  const text = await readText(answer)
  expect(answer.statusCode, text).toBe(201)
  return JSON.parse(text)
}

test('from the bank’s app to the site: signed in where it leads, and once only', async () => {
  const key = await newKey('meridian')
  const { member } = await callApi(key, '/v1/members', {
    externalId: 'bank-4711',
    firstName: 'Grace',
    lastName: 'Moreau',
    email: 'grace.moreau@bank.example',
    emailVerified: true,
    zipCode: '10001',
    emailOptIn: true,
    smsOptIn: false,
    consent: { termsVersion: '1', at: '2026-01-01T00:00:00Z' },
  })
  const link = await callApi(key, `/v1/members/${member.id}/session-links`, {
    returnTo: '/account/user_profile',
  })
  const { page } = await openPage(on.browser)
  await page.goto(link.url)
  await page.waitForURL('**/account/user_profile')
  const signedIn = await page.evaluate(async () => (await fetch('/api/Member')).json())
  expect(signedIn.email).toBe('grace.moreau@bank.example')

  const other = await openPage(on.browser)
  await other.page.goto(link.url)
  await other.page.waitForURL('**/session_link_used')
  await expect(other.page.getByRole('heading', { level: 1 })).toContainText('This link has been used')
  await expect(other.page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible()
  await inspect(other.page)
})
