import { describe, expect, it } from 'vitest'
import { looksLikeMail } from './mail-address.rules.ts'

describe('support mail as a link', () => {
  it.each(['dining@skyward.example', 'help+cards@eats.cellwave.co', 'a@b.io'])('%s: link', text => {
    expect(looksLikeMail(text)).toBe(true)
  })

  it.each([
    'Write to us in the app',
    'dining at skyward.example',
    'dining@',
    '@skyward.example',
    'dining@skyward',
    'dining@@skyward.example',
    'dining@skyward..example',
    '.dining@skyward.example',
    'dining@skyward.example\nbcc:x@y.example',
    `${'a'.repeat(260)}@skyward.example`,
  ])('%j: no link', text => {
    expect(looksLikeMail(text)).toBe(false)
  })
})
