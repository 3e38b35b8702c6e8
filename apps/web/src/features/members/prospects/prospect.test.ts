import { expect, test } from 'vitest'
import type { AppContext } from '../../../app-context.ts'
import { ApiError } from '../../../lib/api/api-client.ts'
import { appForTest } from '../../../testing/app-for-test.ts'
import { answerProspect, sendProspect } from './prospect.ts'
import { rememberedEmail } from './prospect-email.ts'

function appAnswering(answers: Record<string, unknown>, settings = {}): { app: AppContext; calls: string[] } {
  const app = appForTest(settings)
  const calls: string[] = []
  const call = async (method: string, path: string, request: { query?: unknown; body?: unknown }) => {
    calls.push(`${method} ${path} ${JSON.stringify(request.query ?? request.body)}`)
    const answer = answers[path.split('/').at(-1)!]
    if (answer instanceof Error) throw answer
    return answer
  }
  return { app: { ...app, api: { ...app.api, call: call as never } }, calls }
}

const first = { isFirstSubmit: true }
const posted = (email: string) => {
  const form = new FormData()
  form.append('prospectEmail', email)
  return form
}

test.each([true, false])(
  'address may join, member numbers %s: stored, then joining with the e-mail',
  async hasPPN => {
    const { app, calls } = appAnswering({ Email: { isValid: true, accepted: true } }, { hasPPN })
    expect(await sendProspect(app, 'ada@example.com', first)).toEqual({ to: '/join' })
    expect(calls).toEqual([
      `POST /api/Members/Validate/Email {"email":"ada@example.com","usePpn":"${hasPPN}"}`,
      'POST /api/Members/Prospects/Email {"email":"ada@example.com"}',
    ])
    expect(rememberedEmail(app)).toBe('ada@example.com')
  },
)

test('address may not join: sign-in with the e-mail, not stored', async () => {
  const { app, calls } = appAnswering({ Email: { isValid: false } })
  expect(await sendProspect(app, 'ada@example.com', first)).toEqual({ to: '/login' })
  expect(calls).toHaveLength(1)
  expect(rememberedEmail(app)).toBe('ada@example.com')
})

test('no e-mail: goes to joining without a request', async () => {
  const { app, calls } = appAnswering({})
  expect(await sendProspect(app, '', first)).toEqual({ to: '/join' })
  expect(calls).toEqual([])
})

test('storing the address fails: still goes to joining', async () => {
  const { app } = appAnswering({})
  const call = async (_method: string, path: string) => {
    if (path.endsWith('/Prospects/Email')) throw new ApiError(500, { code: 'internal' })
    return { isValid: true }
  }
  const shaky = { ...app, api: { ...app.api, call: call as never } }
  expect(await sendProspect(shaky, 'ada@example.com', first)).toEqual({ to: '/join' })
})

test.each([
  [new ApiError(429, { code: 'rate_limited' }), 'Too many attempts. Wait a minute and try again.'],
  [new ApiError(0, { code: 'unavailable' }), 'You seem to be offline. Try again once you are connected.'],
])('failed request: shows its error text: %s', async (error, problem) => {
  const { app } = appAnswering({ Email: error })
  expect(await sendProspect(app, 'ada@example.com', first)).toEqual({ problem })
  expect(rememberedEmail(app)).toBe('')
})

test('without script: renders joining with the e-mail, or redirects the post to sign-in', async () => {
  const joins = await answerProspect(
    appAnswering({ Email: { isValid: true } }).app,
    posted(' ada@example.com '),
  )
  expect(joins).not.toHaveProperty('data.error')
  expect(joins).toMatchObject({
    data: { initialValue: { email: 'ada@example.com' } },
  })
  const signsIn = await answerProspect(
    appAnswering({ Email: { isValid: false } }).app,
    posted('ada@example.com'),
  )
  expect([(signsIn as Response).status, (signsIn as Response).headers.get('location')]).toEqual([
    307,
    '/login',
  ])
})

test('without script, failed request: keeps the e-mail', async () => {
  const { app } = appAnswering({ Email: new ApiError(403, { code: 'bot_check_required' }) })
  const answer = (await answerProspect(app, posted('ada@example.com'))) as unknown as {
    data: { initialValue: object; error: Record<string, string[]> }
  }
  expect(answer.data.initialValue).toEqual({ email: 'ada@example.com' })
  expect(answer.data.error['']?.[0]).toMatch(/wait 15 minutes/)
})
