import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { messageOf } from './run-line.ts'

test('no database answers -> what to do, with the address', async () => {
  const [error] = await once(connect(1, '127.0.0.1'), 'error')
  expect(messageOf(error)).toBe(
    'The database does not answer (connect ECONNREFUSED 127.0.0.1:1). Start it, or look at its address.',
  )
})

test('anything else is said as it is', () => {
  expect(messageOf(new Error('Name a folder that is new or empty.'))).toBe(
    'Name a folder that is new or empty.',
  )
  expect(messageOf(Object.assign(new Error('cannot execute INSERT'), { code: '25006' }))).toMatch(
    /takes no writes.*Set DATABASE_URL to the primary/,
  )
})
