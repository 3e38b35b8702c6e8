import { expect, test } from 'vitest'
import { appForTest } from '../../testing/app-for-test.ts'
import { claimProblems, sendClaim } from './claim-form.ts'

function formWith(amount: string): FormData {
  const form = new FormData()
  form.set('dinedOn', '2026-02-10')
  form.set('amount', amount)
  return form
}

async function sentAmount(typed: string): Promise<unknown> {
  const bodies: FormData[] = []
  const plain = appForTest()
  const call = async (_method: string, _path: string, { body }: { body: FormData }) => {
    bodies.push(body)
    return { claim: {} }
  }
  const app = { ...plain, api: { ...plain.api, call } } as unknown as typeof plain
  await sendClaim(app, formWith(typed), 'wharf-road')
  return bodies[0]?.get('amount')
}

test.each([
  ['42,50', '42.50'],
  ['42.50', '42.50'],
  ['$1,234.56', '1234.56'],
  ['1.234,56', '1234.56'],
  ['42', '42.00'],
])('amount typed as %s -> %s is reported', async (typed, sent) => {
  expect(await sentAmount(typed)).toBe(sent)
})

test.each(['1.234', '42 50', '42,505.1.2', ''])('amount typed as %j -> the field asks', async typed => {
  expect(claimProblems(appForTest(), formWith(typed))).toHaveProperty('amount')
  expect(await sentAmount(typed)).toBeUndefined()
})
