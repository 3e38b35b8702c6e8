import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { type TestApp, testSecrets } from '../../testing/test-app.ts'
import type { CardNetwork, Fields } from './card-network-for-test.ts'
import { type KardStatus, signKard } from './networks/kard.network.ts'

/** Kard reports the same member, card and restaurant. */
export interface KardNetwork {
  /** A body is of $42.50 at 19:30 in New York, its attributes overridden by `fields`. */
  body(status: KardStatus, fields?: Fields): string
  /** Send an event, expect 200, and process. */
  deliver(status: KardStatus, fields?: Fields): Promise<void>
}

export function kardOf(test: TestApp, network: CardNetwork): KardNetwork {
  const body: KardNetwork['body'] = (status, fields) => {
    const attributes = {
      transactionId: randomUUID(),
      status,
      amount: 4_250,
      currency: 'USD',
      direction: status === 'RETURNED' ? 'CREDIT' : 'DEBIT',
      accountId: network.cardId,
      merchant: { id: network.merchant.mid, storeId: network.merchant.id, name: 'Some Store' },
      ...datesOf[status],
      ...fields,
    }
    return JSON.stringify({ data: { id: randomUUID(), type: 'transaction', attributes } })
  }
  return {
    body,
    async deliver(status, fields) {
      const response = await sendKard(test, body(status, fields))
      expect(response.json()).toEqual({ received: true })
      await network.processAll()
    },
  }
}

/** Post a body with its signature. */
export function sendKard(
  test: TestApp,
  body: string | Buffer,
  headers: Record<string, string> = { 'notify-signature': signKard(testSecrets.kardWebhook, body) },
) {
  return test.app.inject({
    method: 'POST',
    url: '/hooks/kard',
    headers: { 'content-type': 'application/json', ...headers },
    payload: body,
  })
}

const authorizationDate = '2026-03-09T23:30:00Z'
const datesOf: Record<KardStatus, Fields> = {
  APPROVED: { authorizationDate },
  SETTLED: { authorizationDate, settledDate: '2026-03-10T08:00:00Z' },
  REVERSED: { transactionDate: '2026-03-10T00:30:00Z' },
  RETURNED: { transactionDate: '2026-03-10T12:00:00Z' },
  DECLINED: { transactionDate: authorizationDate },
}
