import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { addRateLimits } from './limits/rate-limits.ts'
import { addSecurityHeaders, pagePolicy } from './security-headers.ts'

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

test.each([
  ['text/html', { ofDocuments: true }],
  ['application/json', { ofDocuments: true }],
  ['image/svg+xml; charset=utf-8', { ofDocuments: true }],
  ['application/javascript; charset=utf-8', { ofDocuments: false }],
  ['font/woff2', { ofDocuments: false }],
  ['image/avif', { ofDocuments: false }],
])('%s: headers of documents and limits -> %o; a policy always', async (type, { ofDocuments }) => {
  await using app = Fastify()
  addSecurityHeaders(app, true)
  await addRateLimits(app, null)
  app.get('/', (_request, reply) => reply.type(type).send('x'))
  const { headers } = await app.inject('/')
  for (const name of ['x-frame-options', 'permissions-policy', 'x-ratelimit-limit', 'x-ratelimit-remaining'])
    expect(name in headers, name).toBe(ofDocuments)
  expect(headers['x-content-type-options']).toBe('nosniff')
  for (const part of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
    expect(headers['content-security-policy']).toContain(part)
})
