import { partnerForTest } from '@dineward/core/partner/partner-for-test.ts'
import { expect, test } from 'vitest'
import { recaptchaBotCheck } from './recaptcha-bot-check.ts'

const partner = partnerForTest('skyward', { botCheck: { kind: 'recaptcha', siteKey: 'site-key' } })
const now = new Date('2026-03-10T18:00:00Z')
const secrets = new Map([['skyward', 'secret-key']])

const saying = (said: unknown) => async () => new Response(JSON.stringify(said))

test.each([
  ['a person', saying({ success: true, challenge_ts: '2026-03-10T17:59:00Z', hostname: 'x' }), 'person'],
  ['used before', saying({ success: false, 'error-codes': ['timeout-or-duplicate'] }), 'refused'],
  ['made up', saying({ success: false, 'error-codes': ['invalid-input-response'] }), 'refused'],
  ['our own secret is wrong', saying({ success: false, 'error-codes': ['invalid-input-secret'] }), 'unknown'],
  ['garbage', saying('hello'), 'unknown'],
  ['no JSON', async () => new Response('<html>'), 'unknown'],
  ['no connection', async () => Promise.reject(new TypeError('fetch failed')), 'unknown'],
] as const)('%s', async (_case, ask, verdict) => {
  expect((await recaptchaBotCheck(secrets, ask).judge(partner, 'token', now)).verdict).toBe(verdict)
})

test('service that never answers -> unknown within the time limit', async () => {
  const ask = (_url: unknown, init?: RequestInit) =>
    new Promise<Response>((_, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
    })
  expect((await recaptchaBotCheck(secrets, ask).judge(partner, 'token', now)).verdict).toBe('unknown')
})

test('the secret and the token are sent in the body, to the service and nowhere else', async () => {
  const sent: unknown[] = []
  const ask = async (url: string | URL | Request, init?: RequestInit) => {
    sent.push(String(url), String(init?.body))
    return new Response('{"success":true}')
  }
  await recaptchaBotCheck(secrets, ask).judge(partner, 'a token', now)
  expect(sent).toEqual([
    'https://www.google.com/recaptcha/api/siteverify',
    'secret=secret-key&response=a+token',
  ])
})

test('no secret key -> no request', async () => {
  const judge = recaptchaBotCheck(new Map(), () => Promise.reject(new Error('asked'))).judge
  expect((await judge(partner, 'token', now)).verdict).toBe('unknown')
})
