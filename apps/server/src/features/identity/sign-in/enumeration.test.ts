import type { Partner } from '@dineward/core/partner/partner.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newMember } from '../../../testing/factories.ts'
import { prospect } from '../../../testing/prospect.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import { newClient, type TestClient } from '../../../testing/test-client.ts'
import { hashPassword } from '../passwords/passwords.service.ts'

let app: TestApp
let partner: Partner
let member: { id: string; email: string; memberNumber: string | null }
let passwordHash: string
beforeAll(async () => {
  app = await createTestApp()
  passwordHash = await hashPassword('Dinner-For-2!')
})
beforeEach(async () => {
  partner = app.newPartner()
  member = await newMember(app, partner, { passwordHash, memberNumber: '402815637' })
})

const stranger = { email: 'stranger@example.com', memberNumber: '402815638' }
type Call = (
  client: TestClient,
  who: { email: string; memberNumber: string | null },
) => ReturnType<TestClient['get']>

/** Calls that anyone may make about anyone. Times are compared by `npm run bench timing`. */
const sameForAll: Record<string, Call> = {
  'sign-in by email': (client, { email }) =>
    client.send('POST', '/api/SignIn', { userName: email, password: 'not-the-password-1' }),
  'sign-in by member number': (client, { memberNumber }) =>
    client.send('POST', '/api/SignIn', { userName: memberNumber, password: 'not-the-password-1' }),
  'recovery by email': (client, { email }) =>
    client.send('POST', '/api/Members/Recovery', { userName: email }),
  'recovery by member number': (client, { memberNumber }) =>
    client.send('POST', '/api/Members/Recovery', { userName: memberNumber }),
  'code of a recovery': (client, { email }) =>
    client.send('POST', '/api/Members/Recovery/Confirm', { userName: email, code: '123456' }),
  'email left on a page': (client, { email }) =>
    client.send('POST', '/api/Members/Prospects/Email', { email }),
}

describe('a member and a stranger cannot be told apart', () => {
  test.each(Object.entries(sameForAll))('%s -> the same answer', async (_name, call) => {
    const answerAbout = async (who: Parameters<Call>[1]) => {
      const { statusCode, headers, json } = await call(newClient(app, partner), who)
      const { requestId: _, ...body } = json()
      return { statusCode, body, headers: Object.keys(headers).sort() }
    }
    expect(await answerAbout(member)).toEqual(await answerAbout(stranger))
  })

  test('locked -> the same answer', async () => {
    const signIn = (userName: string) =>
      newClient(app, partner).send('POST', '/api/SignIn', { userName, password: 'not-the-password-1' })
    const locked = async (userName: string) => {
      for (let count = 0; count < 5; count++) await signIn(userName)
      const { requestId: _, ...body } = (await signIn(userName)).json()
      return body
    }
    expect(await locked(member.email)).toEqual(await locked(stranger.email))
  })

  test('activation -> an id that is made up is as unknown as another partner’s', async () => {
    const client = newClient(app, app.newPartner())
    const answers = [member.id, 'x'.repeat(22)].map(async publicId => {
      const read = await client.get(`/api/Member/${publicId}`)
      const activated = await client.send('POST', '/api/Member/Activate', { publicId })
      return [read.statusCode, read.json().code, activated.statusCode, activated.json().code]
    })
    const [known, unknown] = await Promise.all(answers)
    expect(known).toEqual(unknown)
    expect(known).toEqual([404, 'not_found', 404, 'not_found'])
  })
})

/** These have to disclose it (decisions), and so cost a bot check past a few. */
const disclosing: Record<
  string,
  { free: number; call: (client: TestClient) => ReturnType<TestClient['get']> }
> = {
  'email in use, asked by the form': {
    free: 5,
    call: client => client.get(`/api/Members/Validate/Email?email=${encodeURIComponent(member.email)}`),
  },
  'email in use, on joining': {
    free: 10,
    call: client => client.send('POST', '/api/Members/Prospects', prospect({ email: member.email })),
  },
}

test.each(Object.entries(disclosing))(
  '%s -> told a few times, then behind the bot check',
  async (_name, { free, call }) => {
    for (let count = 0; count < free; count++)
      expect((await call(newClient(app, partner))).json().code).not.toBe('bot_check_required')
    const refused = await call(newClient(app, partner))
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'bot_check_required'])
  },
)
