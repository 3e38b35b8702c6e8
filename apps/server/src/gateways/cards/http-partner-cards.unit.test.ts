import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { httpPartnerCards } from './http-partner-cards.ts'

const bank = { status: 200, body: '' as string | null, request: null as IncomingMessage | null }
const server = createServer((request, response) => {
  bank.request = request
  if (bank.body !== null) response.writeHead(bank.status).end(bank.body)
})
beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const card = {
  id: 'pc_1',
  brand: 'Visa',
  lastFour: '4242',
  description: 'Everyday Visa',
  token: 'token-of-the-first-card',
  expires: '2027-02',
}

function list(body: unknown, { status = 200, memberNumber = null as string | null } = {}) {
  const { port } = server.address() as AddressInfo
  const settings = { partnerCardsEndpoint: `http://localhost:${port}/cards` }
  const partner = { slug: 'harbor', settings } as Partner
  Object.assign(bank, { status, body: body === null ? null : JSON.stringify(body) })
  return httpPartnerCards(new Map([['harbor', 'bank-secret']]), 300).list(partner, {
    memberId: 'member/1',
    memberNumber,
  })
}

test('list -> cards of brands that can be linked, each once', async () => {
  const second = { ...card, id: 'pc_2', brand: 'Mastercard', expires: null }
  expect(await list({ cards: [card, second, card, { ...card, id: 'pc_3', brand: 'Diners' }] })).toEqual([
    {
      partnerCardId: 'pc_1',
      cardType: 'Visa',
      lastFour: '4242',
      description: 'Everyday Visa',
      cardToken: 'token-of-the-first-card',
      expiresOn: '2027-02-28',
    },
    expect.objectContaining({ partnerCardId: 'pc_2', cardType: 'Mastercard', expiresOn: null }),
  ])
  expect(bank.request).toMatchObject({
    method: 'GET',
    url: '/cards/member%2F1',
    headers: { authorization: 'Bearer bank-secret' },
  })
  await list({ cards: [] }, { memberNumber: '4028' })
  expect(bank.request?.url).toBe('/cards/4028')
})

test('member that the bank does not know -> no cards', async () => {
  expect(await list({}, { status: 404 })).toEqual([])
})

test.each([
  ['an error', { cards: [] }, 500],
  ['a redirect', { cards: [] }, 302],
  ['something else', { items: [] }, 200],
  ['a month that is none', { cards: [{ ...card, expires: '2027-13' }] }, 200],
  ['a card number', { cards: [{ ...card, token: '4929174850275143' }] }, 200],
  ['nothing in time', null, 200],
])('bank answers with %s -> thrown', async (_case, body, status) => {
  await expect(list(body, { status })).rejects.toThrow()
})
