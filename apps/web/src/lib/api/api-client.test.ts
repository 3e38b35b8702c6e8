import { csrfFallbackToken } from '@dineward/core/identity/csrf-fallback.ts'
import { expect, test } from 'vitest'
import { ApiError, createApiClient } from './api-client.ts'

/** A server of one write. `tokens` are issued in order, null: no response. Only the last is accepted. */
function serverIssuing(tokens: (string | null)[], accepts: string) {
  const asked: string[] = []
  const sent: string[] = []
  const client = createApiClient(async (path, { headers }) => {
    if (path === '/api/CSRF') {
      asked.push(path)
      const csrfToken = tokens.length > 1 ? tokens.shift() : tokens[0]
      if (csrfToken === null || csrfToken === undefined) throw new TypeError('Failed to fetch')
      return Response.json({ csrfToken })
    }
    sent.push(headers['x-xsrf-token'] ?? '')
    if (headers['x-xsrf-token'] === accepts) return Response.json({ accountClosed: false })
    return Response.json({ code: 'csrf_invalid', message: '', requestId: '' }, { status: 403 })
  })
  const write = () =>
    client.call<typeof import('@dineward/core/cards/cards.contract.ts').deleteCard>(
      'DELETE',
      '/api/Member/Cards',
      { query: { id: 'c' } },
    )
  return { client, asked, sent, write }
}

test('many writes: one token', async () => {
  const { asked, sent, write } = serverIssuing(['t1'], 't1')
  await Promise.all([write(), write()])
  await write()
  expect(asked).toHaveLength(1)
  expect(sent).toEqual(['t1', 't1', 't1'])
})

test('token rejected: replaced once and the write retried', async () => {
  const { sent, write } = serverIssuing(['old', 'new'], 'new')
  await write()
  expect(sent).toEqual(['old', 'new'])
})

test('token rejected twice: error', async () => {
  const { sent, write } = serverIssuing(['t1', 't2', 't3'], 'never')
  await expect(write()).rejects.toMatchObject({ status: 403, code: 'csrf_invalid' })
  expect(sent).toEqual(['t1', 't2'])
})

test('in the background: the calls say so, and no later one does', async () => {
  const said: (string | undefined)[] = []
  const client = createApiClient(async (_path, { headers }) => {
    said.push(headers['x-background'])
    return Response.json({})
  })
  const read = () =>
    client.call<typeof import('@dineward/core/cards/cards.contract.ts').getCards>(
      'GET',
      '/api/Member/Cards',
      {},
    )
  await read()
  await client.inBackground(read)
  await expect(client.inBackground(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  await read()
  expect(said).toEqual([undefined, '1', undefined])
})

test('session ended: the next write has a new token', async () => {
  const tokens = ['t1', 't2']
  const sent: string[] = []
  const client = createApiClient(async (path, { headers }) => {
    if (path === '/api/CSRF') return Response.json({ csrfToken: tokens.shift() })
    sent.push(headers['x-xsrf-token'] ?? '')
    return Response.json({ code: 'unauthorized', message: '', requestId: '' }, { status: 401 })
  })
  const write = client.call<typeof import('@dineward/core/cards/cards.contract.ts').deleteCard>
  for (const id of ['a', 'b'])
    await expect(write('DELETE', '/api/Member/Cards', { query: { id } })).rejects.toMatchObject({
      status: 401,
    })
  expect(sent).toEqual(['t1', 't2'])
})

test('no token: fetched again by the next write', async () => {
  const { sent, write } = serverIssuing([null, 't1'], 't1')
  await expect(write()).rejects.toBeInstanceOf(ApiError)
  await write()
  expect(sent).toEqual(['t1'])
})

test('only the placeholder: reported at first and for each write, which is not sent', async () => {
  const { client, sent, write } = serverIssuing([null], 't1')
  const fallbacks: string[] = []
  client.token.onFallback = token => fallbacks.push(token)
  client.token.fallBack()
  await expect(write()).rejects.toMatchObject({ status: 0 })
  expect(fallbacks).toEqual([csrfFallbackToken, csrfFallbackToken])
  expect(sent).toEqual([])
})

test('token available again: replaces the placeholder, never the reverse', async () => {
  const { client, sent, write } = serverIssuing(['t1'], 't1')
  client.token.fallBack()
  await write()
  client.token.fallBack()
  await write()
  expect(sent).toEqual(['t1', 't1'])
})
