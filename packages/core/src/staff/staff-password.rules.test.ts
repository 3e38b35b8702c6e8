import { expect, test } from 'vitest'
import { staffPasswordProblem } from './staff-password.rules.ts'

const viewer = { name: 'Ada Probe', email: 'ada.probe@example.com' }

test.each([
  ['eleven characters', 'dinner-for2', false],
  ['twelve characters', 'dinner-for-2', true],
  ['no digit', 'lobsters harvested at dawn', true],
  ['no letter', '918273-465564-1029', true],
  ['longer than what is stored', `${'x'.repeat(80)}1`, true],
  ['the own address and a digit', 'ada.probe@example.com1', false],
  ['the console’s name and a number', 'dineward-console-1', false],
])('staff password, %s: %s -> %s', (_case, password, isAccepted) => {
  expect(staffPasswordProblem(password, viewer) === null).toBe(isAccepted)
})
