import { tmpdir } from 'node:os'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { securityEvents } from '@dineward/core/shared/security-events.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { limits } from '../../http/limits/rate-limits.ts'
import { newMember } from '../../testing/factories.ts'
import { prospect } from '../../testing/prospect.ts'
import { appWithSecurityLog, eventsOfStaff } from '../../testing/security-log.ts'
import { startTestProvider } from '../../testing/sign-in/identity-provider.ts'
import { signOnAt } from '../../testing/sign-in/sign-on.ts'
import { assertionOf, newSoftPasskey, registrationOf } from '../../testing/sign-in/soft-authenticator.ts'
import { staffPassword } from '../../testing/sign-in/staff-for-test.ts'
import { testGateways } from '../../testing/test-app.ts'
import { newClient, signedInClient, type TestClient } from '../../testing/test-client.ts'
import { newClaimScene } from '../claims/claims-for-test.ts'
import { hashPassword } from '../identity/passwords/passwords.service.ts'
import { processRecoveryRequests } from '../identity/passwords/recovery.service.ts'
import { listMails } from '../mail/mail.service.ts'

const password = 'Dinner-For-2!'
const chosen = 'Supper-For-3!'
const metricsToken = 'metrics-token-of-tests'
const scanner = { scan: async (): Promise<string | null> => null }
const { app, taken, takenLines, seen, log } = await appWithSecurityLog({
  console: { hosts: ['console.localhost'], needsSecondFactor: true },
  metricsTokens: [metricsToken],
  gateways: { ...testGateways(tmpdir()), malwareScanner: scanner },
})
const passwordHash = await hashPassword(password)
let partner: Partner

beforeEach(() => {
  partner = app.newPartner()
  taken()
})

const signIn = (client: TestClient, userName: string, used = password) =>
  client.send('POST', '/api/SignIn', { userName, password: used })
async function enrolled() {
  const member = await newMember(app, partner, { passwordHash })
  const client = newClient(app, partner, '203.0.113.7')
  return { member, client }
}

describe('a member', () => {
  test('signs in, mistypes, signs out', async () => {
    const { member, client } = await enrolled()
    await signIn(client, member.email, 'Not-This-One-1')
    await signIn(client, member.email)
    await client.get('/api/SignOut')
    expect(taken()).toEqual([
      'sign_in/refused/invalid_credentials',
      'sign_in/success/signed_in',
      'sign_out/success/signed_out',
    ])
  })

  test('line -> who, by which way, at which route, from which network, in which session and request', async () => {
    const { member, client } = await enrolled()
    const { json } = await signIn(client, member.email, 'Not-This-One-1')
    const other = newClient(app, partner, '203.0.113.200')
    await signIn(other, member.email)
    await other.get('/api/SignOut')
    const [refused, accepted, left] = takenLines()
    expect(refused).toMatchObject({
      event: 'sign_in',
      outcome: 'refused',
      reason: 'invalid_credentials',
      way: 'password',
      route: '/api/SignIn',
      partner: partner.slug,
      member: member.id,
      reqId: json().requestId,
      level: 40,
      client: expect.stringMatching(/^[\w-]{16}$/),
    })
    expect(Math.abs(Date.now() - refused!.time)).toBeLessThan(60_000)
    expect([accepted?.level, accepted?.client]).toEqual([30, refused?.client])
    expect(left?.session).toMatch(/^[\w-]{16}$/)
  })

  test('unknown name -> a mark, the same for each try, and not the name', async () => {
    const client = newClient(app, partner)
    await signIn(client, 'nobody@strangers.example')
    await signIn(client, 'Nobody@strangers.example')
    await signIn(client, 'somebody@strangers.example')
    const [first, second, third] = takenLines().map(({ tried }) => tried)
    expect(first).toMatch(/^[\w-]{16}$/)
    expect([second === first, third === first]).toEqual([true, false])
  })

  test('five wrong passwords -> the lock, once, and then refusals by it', async () => {
    const { member, client } = await enrolled()
    for (let count = 0; count < 6; count++) await signIn(client, member.email, 'Not-This-One-1')
    expect(taken().slice(3)).toEqual([
      'sign_in/refused/invalid_credentials',
      'sign_in/refused/invalid_credentials',
      'lock/refused/too_many_failures',
      'sign_in/refused/account_locked',
    ])
  })

  test('joins -> signed in by joining', async () => {
    await newClient(app, partner).send('POST', '/api/Members/Prospects', prospect())
    const [line] = takenLines()
    expect([line?.event, line?.outcome, line?.way]).toEqual(['sign_in', 'success', 'joining'])
  })

  test('passkey added, signed in with, forged, removed', async () => {
    const member = await newMember(app, partner)
    const client = await signedInClient(app, partner, member.id)
    const passkey = newSoftPasskey(Buffer.from(member.id).toString('base64url'))
    const origin = `http://${partner.slug}.localhost`
    const challenge = async (of: TestClient, path: string): Promise<string> =>
      (await of.send('POST', `${path}/Options`)).json().challenge
    const mine = '/api/Member/Passkeys'
    const registration = registrationOf(passkey, { challenge: await challenge(client, mine), origin })
    await client.send('POST', mine, { name: 'My laptop', response: registration })
    const visitor = newClient(app, partner)
    const path = '/api/SignIn/Passkey'
    for (const at of [origin, 'http://elsewhere.localhost'])
      await visitor.send('POST', path, {
        response: assertionOf(passkey, { challenge: await challenge(visitor, path), origin: at }),
      })
    await client.send('DELETE', `${mine}?id=${passkey.id}`)
    const lines = takenLines()
    expect(lines.map(({ reason, way, member: id }) => [reason, way, id])).toEqual([
      ['passkey_added', undefined, member.id],
      ['signed_in', 'passkey', member.id],
      ['passkey_invalid', 'passkey', member.id],
      ['passkey_removed', undefined, member.id],
    ])
  })

  test('single sign-on: accepted, refused, and a forged logout', async () => {
    await using provider = Object.assign(await startTestProvider(), {
      [Symbol.asyncDispose]: async () => app.clock.set('2026-03-10T18:00:00Z'),
    })
    app.clock.set(new Date())
    const through = signOnAt(app, provider)
    partner = through.newPartner()
    await through.signOn(newClient(app, partner))
    await through.signOn(newClient(app, partner), { claims: right => ({ ...right, nonce: 'another' }) })
    await newClient(app, partner).send(
      'POST',
      '/api/Sso/BackchannelLogout',
      new URLSearchParams({ logout_token: 'a.forged.token' }).toString(),
      { 'content-type': 'application/x-www-form-urlencoded' },
    )
    expect(taken()).toEqual([
      'sign_in/success/signed_in',
      'sign_in/refused/provider_refused',
      'webhook/refused/logout_token_invalid',
    ])
  })

  test('recovery: asked for, a wrong code, the right one, and the new password', async () => {
    const { member, client } = await enrolled()
    const path = '/api/Members/Recovery'
    await client.send('POST', path, { userName: member.email })
    const { partner: _, ...ctx } = app.context(partner)
    await processRecoveryRequests(ctx, app.partners)
    const [mail] = await listMails(app.context(partner))
    const code = /\b(\d{6})\b/.exec(mail?.textBody ?? '')?.[1] ?? ''
    const wrong = code === '000000' ? '000001' : '000000'
    await client.send('POST', `${path}/Confirm`, { code: wrong, userName: member.email })
    const confirmed = await client.send('POST', `${path}/Confirm`, { code, userName: member.email })
    const { recoveryToken } = confirmed.json()
    await client.send('PUT', `${path}/Password`, { recoveryToken, password: chosen, passwordConfirm: chosen })
    expect(taken()).toEqual([
      'recovery/success/requested',
      'recovery/refused/recovery_code_invalid',
      'recovery/success/code_accepted',
      'recovery/success/password_set',
    ])
  })

  test('password changed, after one that was wrong; other sessions ended', async () => {
    const { member } = await enrolled()
    const client = await signedInClient(app, partner, member.id)
    await signedInClient(app, partner, member.id)
    const change = (current: string) =>
      client.send('PUT', '/api/Member/Password', { current, password: chosen, passwordConfirm: chosen })
    await change('Not-This-One-1')
    await client.send('DELETE', '/api/Member/Sessions?others=true')
    await change(password)
    const lines = takenLines()
    expect(lines.map(({ event, reason, member: id }) => [event, reason, id])).toEqual([
      ['reauthentication', 'password_wrong', member.id],
      ['credentials', 'sessions_ended', member.id],
      ['credentials', 'password_changed', member.id],
    ])
  })
})

describe('refused whoever it is', () => {
  test.each<[event: string, url: string, headers: Record<string, string>, body?: object]>([
    ['token/refused/csrf_invalid', '/api/SignIn', {}],
    ['token/refused/cross_site_refused', '/api/SignIn', { origin: 'https://elsewhere.example' }],
    ['webhook/refused/signature_invalid', '/hooks/kard', { 'notify-signature': 'forged' }],
    ['webhook/refused/signature_invalid', '/hooks/fidel/transaction.auth', { 'x-fidel-signature': 'forged' }],
    ['webhook/refused/signature_invalid', '/hooks/mail/resend', { 'svix-signature': 'forged' }],
    ['webhook/refused/signature_invalid', '/hooks/texts/twilio', { 'x-twilio-signature': 'forged' }],
    ['input/refused/partner_unknown', '/api/SignIn', { host: 'unknown.example' }],
  ])('%s: %s', async (event, url, headers, body = {}) => {
    await newClient(app, partner).send('POST', url, body, headers)
    expect(taken()).toEqual([event])
  })

  test.each([
    ['token/refused/confirmation_link_invalid', 'POST', '/api/Members/EmailConfirmation', { token: 'x' }],
    ['token/refused/email_link_invalid', 'POST', '/api/Members/EmailChange', { token: 'x'.repeat(43) }],
    ['token/refused/restore_link_invalid', 'POST', '/api/Members/EmailRestore', { token: 'x'.repeat(43) }],
    ['input/refused/validation_failed', 'POST', '/api/SignIn', { userName: 7 }],
    ['input/refused/card_number_refused', 'POST', '/api/SignIn', { userName: '4539578763621486' }],
  ] as const)('%s', async (event, method, url, body) => {
    await newClient(app, partner).send(method, url, body)
    expect(taken()).toEqual([event])
  })

  test('session that has ended -> said; no session -> no event', async () => {
    const member = await newMember(app, partner)
    const client = await signedInClient(app, partner, member.id)
    app.clock.advance(24 * 3600_000)
    await client.get('/api/Member')
    await newClient(app, partner).get('/api/Member')
    app.clock.advance(-24 * 3600_000)
    expect(taken()).toEqual(['token/refused/session_unknown'])
  })

  test('metrics with a wrong token', async () => {
    await app.app.inject({ url: '/metrics', headers: { authorization: 'Bearer guessed' } })
    expect(taken()).toEqual(['token/refused/metrics_token_invalid'])
  })

  test('limit', async () => {
    const client = newClient(app, partner, '198.51.100.77')
    for (let count = 0; count <= limits.recovery.max; count++)
      await client.send('POST', '/api/Members/Recovery', {}, {})
    expect(taken().at(-1)).toBe('limit/refused/rate_limited')
  })

  test('bot check: not answered, and answered wrongly', async () => {
    const client = newClient(app, partner)
    const question = '/api/Members/Validate/Email?email=ada%40example.com'
    for (let count = 0; count < 6; count++) await client.get(question)
    await client.get(`${question}&g-recaptcha-response=wrong`)
    expect(taken()).toEqual(['bot_check/unfinished/bot_check_required', 'bot_check/refused/bot_check_wrong'])
  })

  test('an infected file', async () => {
    const scene = await newClaimScene(app)
    vi.spyOn(scanner, 'scan').mockResolvedValueOnce('Eicar-Test-Signature')
    await scene.report({ receipt: Buffer.from('%PDF-1.7').toString('base64') })
    expect(taken()).toEqual(['malware/refused/file_infected'])
  })

  test('an error that nobody expected', async () => {
    vi.spyOn(app.partners, 'byHost').mockImplementationOnce(() => {
      throw new Error('a fault')
    })
    await newClient(app, partner).get('/api/Member')
    expect(taken()).toEqual(['failure/failed/internal'])
  })
})

test('what was typed is in no line', () => {
  const text = log.join('')
  expect(text).toContain('"event":"sign_in"')
  for (const typed of ['@', password, chosen, staffPassword, '203.0.113.', 'strangers', 'Not-This-One-1'])
    expect(text.split('\n').filter(line => line.includes(typed))).toEqual([])
})

test('the counter has each that was emitted, and starts at zero', async () => {
  const { body } = await app.app.inject({
    url: '/metrics',
    headers: { authorization: `Bearer ${metricsToken}` },
  })
  const counts = new Map(
    [...body.matchAll(/^security_events_total\{event="(\w+)",outcome="(\w+)"\} (\d+)$/gm)].map(
      ([, event, outcome, count]) => [`${event}/${outcome}`, Number(count)],
    ),
  )
  const all = Object.entries(securityEvents).flatMap(([event, { reasons }]) =>
    Object.keys(reasons).map(outcome => `${event}/${outcome}`),
  )
  expect([...counts.keys()].sort()).toEqual(all.sort())
  expect(counts.get('sign_in/success')).toBeGreaterThan(2)
})

test('no event of the list is left out, but for those of staff, which have a test of their own', () => {
  const events = new Set([...seen].map(name => name.split('/')[0]))
  expect(Object.keys(securityEvents).filter(event => !events.has(event))).toEqual(eventsOfStaff)
})
