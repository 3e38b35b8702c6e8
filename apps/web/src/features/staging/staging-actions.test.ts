import { expect, test } from 'vitest'
import type { AppContext } from '../../app-context.ts'
import { moveClock } from './staging-actions.ts'
import { stagingTexts as words } from './staging-texts.ts'

async function move(fields: Record<string, string>) {
  const sent: unknown[] = []
  const call = async (_method: string, _path: string, { body }: { body: unknown }) => sent.push(body)
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const error = await moveClock({ api: { call } } as unknown as AppContext, form)
  return { error, sent }
}

test.each<Record<string, string>>([
  {},
  { moment: '' },
  { moment: 'tomorrow' },
  { now: 'May 2000' },
  { moment: '1' },
])('form %j -> refused, the clock stays', async fields => {
  expect(await move(fields)).toEqual({ error: words.clockRefused, sent: [] })
})

test.each<[Record<string, string>, string | null]>([
  [{ moment: '2026-05-01T12:00' }, '2026-05-01T12:00:00.000Z'],
  [{ now: '2026-05-01T12:00:00.000Z' }, '2026-05-01T12:00:00.000Z'],
  [{ now: '' }, null],
])('form %j -> %s', async (fields, now) => {
  expect(await move(fields)).toEqual({ error: null, sent: [{ now }] })
})
