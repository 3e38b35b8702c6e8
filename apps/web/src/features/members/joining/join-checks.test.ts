import { expect, test } from 'vitest'
import { appForTest } from '../../../testing/app-for-test.ts'
import { joinProblemsAtServer } from './join-checks.ts'

function scene(answers: Record<string, boolean | Error>) {
  const plain = appForTest()
  const asked: string[] = []
  const call = async (_method: string, path: string) => {
    asked.push(path)
    const answer = answers[path.split('/').at(-1) ?? '']
    if (answer instanceof Error) throw answer
    return { isValid: answer }
  }
  return { app: { ...plain, api: { ...plain.api, call } } as unknown as typeof plain, asked }
}

function formOf(email: string, zipCode: string): FormData {
  const form = new FormData()
  form.set('email', email)
  form.set('zipCode', zipCode)
  return form
}

const inUse = 'An account with this email already exists. Sign in instead?'
const notInUs = 'This ZIP code is not located in the U.S.'

test.each([
  ['both at fault -> both', { Email: false, Zip: false }, { email: inUse, zipCode: notInUs }],
  ['neither at fault -> none', { Email: true, Zip: true }, {}],
  ['email call fails -> the other', { Email: new Error('403'), Zip: false }, { zipCode: notInUs }],
])('shell §5 Enrollment: %s', async (_case, answers, problems) => {
  const { app } = scene(answers)
  expect(await joinProblemsAtServer(app, formOf('ada@example.com', '00000'), 'prospect')).toEqual(problems)
})

test('malformed, or the partner’s email: not asked', async () => {
  const { app, asked } = scene({})
  expect(await joinProblemsAtServer(app, formOf('ada@', '1000'), 'prospect')).toEqual({})
  expect(await joinProblemsAtServer(app, formOf('ada@example.com', ''), 'person')).toEqual({})
  expect(asked).toEqual([])
})
