import { ApiError, allOf, createClient, verifyWebhook, WebhookVerificationError } from '@dineward/api-client'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { documentOf } from '../../http/openapi/openapi.ts'
import { apiHost, newApiClient } from '../../testing/api-client-for-test.ts'
import { newMember } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'

const app = await createTestApp()

/** The client of the package, in this process. `lose` says which calls get no answer. */
async function newClient(partner = app.newPartner(), lose: (nth: number) => boolean = () => false) {
  const { key } = await newApiClient(app, partner)
  let calls = 0
  const client = createClient({
    baseUrl: `http://${apiHost}`,
    key,
    async fetch(request) {
      const { method, url } = request
      const text = method === 'GET' ? '' : await request.text()
      const answer = await app.app.inject({
        method: method as 'GET',
        url: url.slice(`http://${apiHost}`.length),
        headers: { ...Object.fromEntries(request.headers), host: apiHost },
        ...(text ? { payload: text } : {}),
      })
      calls += 1
      if (lose(calls)) throw new TypeError('The connection was lost.')
      return new Response(answer.body, {
        status: answer.statusCode,
        headers: answer.headers as Record<string, string>,
      })
    },
  })
  return { partner, client, calls: () => calls }
}

test('the types are those of the document', async () => {
  await app.app.ready()
  const { typesOf } = await import('../../../../../packages/api-client/generate.ts')
  const document = documentOf(app.app, { of: 'Partner API', isSecure: true })
  await expect(await typesOf(document)).toMatchFileSnapshot(
    '../../../../../packages/api-client/src/schema.d.ts',
  )
})

const ada = (externalId: string) => ({
  externalId,
  firstName: 'Ada',
  lastName: 'Okafor',
  email: `${externalId}@example.com`,
  zipCode: '10036',
  emailOptIn: true,
  smsOptIn: false,
  consent: { termsVersion: '2026-01', at: '2026-03-10T12:00:00-05:00' },
})

test('an answer is lost on the way: tried again, and done once', async () => {
  const { client, calls } = await newClient(app.newPartner(), nth => nth === 1)
  const { data } = await client.POST('/v1/members', { body: ada('lost-1') })
  expect([data!.member.externalId, calls()]).toEqual(['lost-1', 2])
})

test('every page of a list, and what is refused as an error with its code', async () => {
  const { partner, client } = await newClient()
  for (let count = 0; count < 3; count++) await newMember(app, partner)
  const seen: string[] = []
  const list = allOf(cursor =>
    client.GET('/v1/members', { params: { query: { limit: 2, ...(cursor ? { cursor } : {}) } } }),
  )
  for await (const { id } of list) seen.push(id)
  expect(new Set(seen).size).toBe(3)
  const refused = client.GET('/v1/members', { params: { query: { cursor: 'made-up' } } })
  await expect(refused).rejects.toMatchObject({
    status: 400,
    code: 'cursor_invalid',
    requestId: expect.any(String),
  })
  await expect(refused).rejects.toBeInstanceOf(ApiError)
})

test('a delivery is verified: by either secret, not altered, not old', () => {
  const [old, next] = ['one', 'two'].map(text => `whsec_${Buffer.from(text.repeat(10)).toString('base64')}`)
  const body = JSON.stringify({ id: 'evt_1', type: 'member.updated' })
  const signed = (at: Date, secret = old!) => ({
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign('evt_1', at, body),
  })
  const now = new Date()
  expect(verifyWebhook(body, signed(now), old!)).toMatchObject({ id: 'evt_1' })
  expect(verifyWebhook(body, new Headers(signed(now, next)), [old!, next!])).toMatchObject({ id: 'evt_1' })
  for (const verify of [
    () => verifyWebhook(`${body} `, signed(now), old!),
    () => verifyWebhook(body, signed(now, next), old!),
    () => verifyWebhook(body, signed(new Date(now.getTime() - 600_000)), old!),
    () => verifyWebhook(body, signed(now), []),
  ])
    expect(verify).toThrow(WebhookVerificationError)
})
