import type { Partner } from '@dineward/core/partner/partner.ts'
import type { LightMyRequestResponse } from 'fastify'
import { consoleClient } from '../../testing/access/console-for-test.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

interface About {
  readonly partner: Pick<Partner, 'slug'>
  readonly memberId: string
}

/** Above what one person may give, so that it waits. @returns the id of the request */
export async function askForAdjustment(
  test: TestApp,
  { partner, memberId }: About,
  units = 6_000,
): Promise<string> {
  const support = await consoleClient(test, 'support', partner.slug)
  const body = { memberId, units, reason: 'A broken promise' }
  const { approvalId } = (await support.send('POST', '/api/Console/Adjustments', body)).json()
  return approvalId
}

/** As `approver` sees it now. */
export async function approveAs(approver: TestClient, id: string) {
  const path = `/api/Console/Approvals/${id}`
  const { approval } = (await approver.get(path)).json()
  return approver.send('POST', `${path}/Approve`, { digest: approval.digest })
}

/** What waits for a second person is approved by an administrator. @returns what the call answers */
export async function sendApproved(
  test: TestApp,
  client: TestClient,
  method: 'POST' | 'PUT',
  path: string,
  body: object,
): Promise<Pick<LightMyRequestResponse, 'statusCode' | 'json'>> {
  const sent = await client.send(method, path, body)
  if (sent.statusCode !== 202 || !sent.json().approvalId) return sent
  const approved = await approveAs(await consoleClient(test, 'admin'), sent.json().approvalId)
  if (approved.statusCode !== 200) return approved
  return { statusCode: 200, json: () => approved.json().answer }
}
