import type { Member } from '@dineward/core/members/members.contract.ts'
import { expect, test } from 'vitest'
import { ApiError } from '../../../lib/api/api-client.ts'
import { appForTest } from '../../../testing/app-for-test.ts'
import { memberQuery, rememberMember } from '../member.queries.ts'
import { renewSession } from './renew-session.ts'

const memberOf = (publicId: string, firstName: string) => ({ publicId, firstName }) as Member

async function renew(answer: Member | ApiError) {
  const app = appForTest()
  rememberMember(app, memberOf('ada', 'Ada'))
  const call = () => (answer instanceof ApiError ? Promise.reject(answer) : Promise.resolve(answer))
  const outcome = await renewSession({ ...app, api: { ...app.api, call: call as typeof app.api.call } })
  return [outcome, app.queryClient.getQueryData(memberQuery(app).queryKey)?.firstName]
}

test.each<[string, Member | ApiError, string, string]>([
  ['same member -> renewed, with what has changed', memberOf('ada', 'Adele'), 'renewed', 'Adele'],
  ['another member -> replaced, and the page is not mixed', memberOf('bo', 'Bo'), 'replaced', 'Ada'],
  ['no session -> ended', new ApiError(401, { code: 'unauthorized' }), 'ended', 'Ada'],
  ['no answer -> failed', new ApiError(0, { code: 'unavailable' }), 'failed', 'Ada'],
])('%s', async (_case, answer, outcome, shown) => {
  expect(await renew(answer)).toEqual([outcome, shown])
})
