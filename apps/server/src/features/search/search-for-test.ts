import type { MerchantSearchResult } from '@dineward/core/search/search.contract.ts'
import { expect } from 'vitest'
import type { TestClient } from '../../testing/test-client.ts'

/** This is Times Square, as a place and as a query. */
export const timesSquare = { latitude: 40.7577, longitude: -73.9857 }
export const here = 'latitude=40.7577&longitude=-73.9857'

/** A search that has to work. */
export async function search(client: TestClient, query: string): Promise<MerchantSearchResult> {
  const response = await client.get(`/api/v2/Merchants/Search?${query}`)
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}

export const names = (result: MerchantSearchResult) => result.merchants.map(merchant => merchant.name).sort()
