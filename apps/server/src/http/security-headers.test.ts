import { describe, expect, test } from 'vitest'
import { pagePolicy } from './security-headers.ts'

const policyOf = (recaptcha: boolean) =>
  new Map(
    pagePolicy({ styleHashes: [], cardFrameOrigin: null, recaptcha, development: false })
      .split('; ')
      .map(directive => {
        const [name = '', ...sources] = directive.split(' ')
        return [name, sources]
      }),
  )

describe('what a page may load for the bot check', () => {
  test('by ourselves: nothing that other pages may not', () => {
    const policy = policyOf(false)
    expect(policy.get('script-src')).toEqual(["'self'"])
    expect(policy.get('connect-src')).toEqual(["'self'"])
    expect(policy.get('frame-src')).toEqual(["'none'"])
  })

  test('by reCAPTCHA: its script, its frame, its calls, and no other path of its hosts', () => {
    const policy = policyOf(true)
    const google = 'https://www.google.com/recaptcha/'
    expect(policy.get('script-src')).toEqual(["'self'", google, 'https://www.gstatic.com/recaptcha/'])
    expect(policy.get('connect-src')).toEqual(["'self'", google])
    expect(policy.get('frame-src')).toEqual([google])
  })
})
