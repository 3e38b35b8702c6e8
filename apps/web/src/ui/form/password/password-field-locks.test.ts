import { expect, test } from 'vitest'
import { copyWriter } from '../../../partner/partner-context.tsx'
import { appForTest } from '../../../testing/app-for-test.ts'
import { locksOf, lockWarning } from './password-field-locks.ts'

test.each([
  [[], ''],
  [['CapsLock'], 'Caps lock is on.'],
  [['NumLock'], 'Num lock is on.'],
  [['CapsLock', 'NumLock'], 'Caps lock is on. Num lock is on.'],
] as const)('locked %j: "%s"', (locked, said) => {
  const event = { getModifierState: (key: string) => (locked as readonly string[]).includes(key) }
  expect(lockWarning(copyWriter(appForTest()), locksOf(event))).toBe(said)
})
