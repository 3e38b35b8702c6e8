import { afterEach, describe, expect, test, vi } from 'vitest'
import { callOut, callPublic, publicReach, setOutgoingHosts } from './outgoing-calls.ts'

afterEach(() => {
  setOutgoingHosts([])
  vi.unstubAllGlobals()
})

const called = () => {
  const fetched = vi.fn(async () => new Response('ok'))
  vi.stubGlobal('fetch', fetched)
  return fetched
}

describe('callOut', () => {
  test.each([
    ['any host by https', [], 'https://api.example.com/v1'],
    ['a listed host', ['api.example.com'], 'https://API.example.com/v1'],
    ['a name below a listed one', ['*.example.com'], 'https://eu.api.example.com/v1'],
    ['this machine', ['api.example.com'], 'http://127.0.0.1:4318/v1'],
  ])('%s -> called, and no redirect followed', async (_case, hosts, address) => {
    const fetched = called()
    setOutgoingHosts(hosts)
    await callOut(address, { method: 'POST' })
    expect(fetched).toHaveBeenCalledWith(address, { method: 'POST', redirect: 'error' })
  })

  test.each([
    ['http beyond this machine', [], 'http://api.example.com/?auth_token=secret'],
    ['another host', ['api.example.com'], 'https://api.example.net/?auth_token=secret'],
    ['the name itself where those below are listed', ['*.example.com'], 'https://example.com/?t=secret'],
    ['a name that ends like a listed one', ['*.example.com'], 'https://badexample.com/?t=secret'],
    ['a name that begins like this machine', [], 'http://localhost.example.com/?t=secret'],
  ])('%s -> refused, and the sentence holds no token', async (_case, hosts, address) => {
    const fetched = called()
    setOutgoingHosts(hosts)
    const error: unknown = await callOut(address, {}).catch((thrown: unknown) => thrown)
    expect(String(error)).toMatch(/^OutgoingCallError: The address (?!.*secret)/)
    expect(fetched).not.toHaveBeenCalled()
  })
})

test.each([
  ['http://photos.example.com:4599/x', 'Port 4599 is not a usual one.'],
  ['http://10.0.0.8/x', '10.0.0.8 is a private address.'],
  ['https://photos.example.net/x', 'OUTGOING_HOSTS does not name photos.example.net.'],
])('callPublic: %s -> refused', async (address, sentence) => {
  setOutgoingHosts(['photos.example.com'])
  const call = { method: 'GET', headers: {}, signal: AbortSignal.timeout(5_000) } as const
  await expect(callPublic(new URL(address), call, publicReach)).rejects.toThrow(sentence)
})
