import { expect, test } from 'vitest'
import { hostsAdvice } from './hosts-advice.ts'

test('system without *.localhost -> says which line to add, with all partners and the console', () => {
  expect(hostsAdvice(['skyward', 'harbor'])).toContain(
    '    127.0.0.1 skyward.localhost harbor.localhost console.localhost',
  )
})
