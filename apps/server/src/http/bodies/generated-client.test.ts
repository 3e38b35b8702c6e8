import { randomUUID } from 'node:crypto'
import axios, { AxiosHeaders, type InternalAxiosRequestConfig } from 'axios'
import { type Document, OpenAPIClientAxios } from 'openapi-client-axios'
import { expect, test } from 'vitest'
import { hashPassword, setPasswordCost } from '../../features/identity/passwords/passwords.service.ts'
import { newMember } from '../../testing/factories.ts'
import { testPasswordCost } from '../../testing/password-cost.ts'
import { newBookableMerchant } from '../../testing/restaurant-book.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient, type TestClient } from '../../testing/test-client.ts'

setPasswordCost(testPasswordCost)
const app = await createTestApp()
const password = 'Dinner-For-2!'

/** Cookies and the host are those of a browser; everything else is what the generated client makes of the document. */
function transportOf(browser: TestClient) {
  return async (config: InternalAxiosRequestConfig) => {
    const headers = config.headers.toJSON() as Record<string, string>
    const url = axios.getUri(config)
    const response =
      config.method === 'get'
        ? await browser.get(url, headers)
        : await browser.send(config.method!.toUpperCase() as 'POST', url, config.data, headers)
    if (response.statusCode >= 400) throw new Error(`${config.method} ${url}: ${response.body}`)
    return {
      data: response.json(),
      status: response.statusCode,
      statusText: response.statusMessage,
      headers: new AxiosHeaders(),
      config,
    }
  }
}

test('a client made from the document signs in and books a table', async () => {
  const partner = app.newPartner()
  const email = 'ada@example.com'
  await newMember(app, partner, { email, passwordHash: await hashPassword(password) })
  const merchant = await newBookableMerchant(app, partner)
  const browser = newClient(app, partner)

  const definition: Document = (await browser.get('/api/openapi.json')).json()
  const api = new OpenAPIClientAxios({
    definition,
    axiosConfigDefaults: { adapter: transportOf(browser) },
  })
  const client = await api.init()
  const scheme = definition.components!.securitySchemes!.csrfToken as { name: string }
  const token = async () => ({ headers: { [scheme.name]: (await client.getCSRF!()).data.csrfToken } })

  const signedIn = await client.postSignIn!(undefined, { userName: email, password }, await token())
  expect(signedIn.data.member.firstName).toBe('Ada')

  const times = { merchantId: merchant.id, date: '2026-03-12', time: '19:00', partySize: 2 }
  const { slots } = (await client.getV2MerchantsByMerchantIdAvailability!(times)).data
  const chosen = { merchantId: merchant.id, slotId: slots[0].slotId, partySize: 2 }
  const key = { 'Idempotency-Key': randomUUID() }
  const booked = await client.postMemberReservations!(key, chosen, await token())
  expect(booked.data.reservation).toMatchObject({ partySize: 2 })

  expect((await client.getMemberReservations!()).data.items).toEqual([booked.data.reservation])
})
