import { expect, test } from 'vitest'
import { hostsAdvice } from './hosts-advice.ts'

test('system without *.localhost -> says which line to add, with all partners, the console and the API', () => {
  expect(hostsAdvice(['skyward', 'harbor'])).toContain(
    '    127.0.0.1 skyward.localhost harbor.localhost console.localhost api.localhost',
  )
})
