import { expect, test } from 'vitest'
import { isUsState, usStates } from './us-states.ts'

test('account §5 State: the states, the District of Columbia and the inhabited territories', () => {
  const territories = ['AS', 'GU', 'MP', 'PR', 'VI']
  for (const code of ['DC', ...territories]) expect(isUsState(code), code).toBe(true)
  const states = Object.keys(usStates).filter(code => !['DC', ...territories].includes(code))
  expect(states).toHaveLength(50)
  expect(Object.keys(usStates).every(code => /^[A-Z]{2}$/.test(code))).toBe(true)
})

test.each(['XX', 'ny', 'New York', '', 'toString'])('account §5 State: %j -> none', code => {
  expect(isUsState(code)).toBe(false)
})
