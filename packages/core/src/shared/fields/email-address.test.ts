import { expect, test } from 'vitest'
import { emailPattern } from './email-address.ts'

test.each([
  'ada@example.com',
  'r&d@example.com',
  'a/b@example.com',
  "o'brien+lists@example.com",
  'a~b=c#d!e$f*g{h}@example.com',
  'a_b-c.d%e^f`g|h?i@example.com',
  'ada@mail.example.co.uk',
  'ada@xn--e1aybc.xn--p1ai',
  'ADA@EXAMPLE.COM',
  '1@2.example',
])('%s is an email address', text => {
  expect(emailPattern.test(text)).toBe(true)
})

test.each([
  '',
  'ada',
  '@example.com',
  'ada@',
  'ada@example',
  'ada@example.c',
  'ada@example.c0m',
  'ada@-example.com',
  'ada@example-.com',
  'ada@example..com',
  'ada@192.168.0.1',
  '.ada@example.com',
  'ada.@example.com',
  'ada..b@example.com',
  'ada@home@example.com',
  'ada b@example.com',
  '"ada b"@example.com',
  'ada,b@example.com',
  'ada<b>@example.com',
  'ada(b)@example.com',
  'ada@example.com\n',
  'ada\u200b@example.com',
  `${'a'.repeat(65)}@example.com`,
])('%j is none', text => {
  expect(emailPattern.test(text)).toBe(false)
})
