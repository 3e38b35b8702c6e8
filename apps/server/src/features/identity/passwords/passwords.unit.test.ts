import { describe, expect, test } from 'vitest'
import { hashPassword, isPassword } from './passwords.service.ts'

describe('password hash', () => {
  test('argon2id with the configured cost and a salt', async () => {
    const [one, other] = [await hashPassword('Dinner-For-2!'), await hashPassword('Dinner-For-2!')]
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(one).not.toBe(other)
    expect(await isPassword('Dinner-For-2!', one)).toBe(true)
    expect(await isPassword('dinner-for-2!', one)).toBe(false)
  })

  test('known hash of the reference implementation (phc-winner-argon2, test.c) -> matches', async () => {
    const known = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
    expect(await isPassword('password', known)).toBe(true)
    expect(await isPassword('Password', known)).toBe(false)
  })

  test('no stored hash -> no password matches', async () => {
    expect(await isPassword('Dinner-For-2!', null)).toBe(false)
    expect(await isPassword('', null)).toBe(false)
  })

  test('characters past 56 -> ignored', async () => {
    const password = `${'a1'.repeat(28)}`
    const hash = await hashPassword(`${password}more`)
    expect(await isPassword(password, hash)).toBe(true)
    expect(await isPassword(password.slice(1), hash)).toBe(false)
  })
})

test('queue of 64 full -> further calls refused at once, queued ones served', async () => {
  const results = await Promise.allSettled(Array.from({ length: 70 }, () => hashPassword('Dinner-For-2!')))
  const refused = results.filter(result => result.status === 'rejected')
  expect(refused).toHaveLength(4)
  for (const result of refused) expect(result.reason).toMatchObject({ code: 'unavailable' })
  await expect(hashPassword('Dinner-For-2!')).resolves.toContain('argon2id')
})
