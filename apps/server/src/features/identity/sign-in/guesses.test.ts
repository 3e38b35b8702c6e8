import { AppError } from '@dineward/core/shared/errors.ts'
import { beforeAll, expect, test } from 'vitest'
import { newMember } from '../../../testing/factories.ts'
import { longTest } from '../../../testing/long-test.ts'
import { sampleSize } from '../../../testing/sample-size.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import { hashPassword } from '../passwords/passwords.service.ts'
import { signIn } from './sign-in.service.ts'
import { liftSignInLock } from './sign-in-lock.service.ts'

const password = 'Dinner-For-2!'
let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})

/** Behind the bot check, which would stop most of them: 10,000 in the longest run (quality 17). */
const guessesEach = sampleSize(20, 100)

test(
  'guesses over 100 accounts, half of them unknown -> five counted each, then locked; the owner gets in',
  longTest,
  async () => {
    const ctx = app.context(app.newPartner())
    const passwordHash = await hashPassword(password)
    const members = await Promise.all(
      Array.from({ length: 50 }, () => newMember(app, ctx.partner, { passwordHash })),
    )
    const names = members.flatMap(({ email }) => [email, `unknown.${email}`])
    const traits = { browser: null, system: null, language: null, timeZone: null }
    const browser = { sessionToken: null, deviceToken: null, traits }
    const guess = (userName: string, given: string) =>
      signIn(ctx, { userName, password: given, remember: false, browser, origin: 'http://localhost' }).then(
        () => 'signed in',
        error => (error instanceof AppError ? error.code : String(error)),
      )
    const guessMany = async (userName: string) => {
      const codes: string[] = []
      for (let count = 1; count < guessesEach; count++) codes.push(await guess(userName, `guess-${count}`))
      return [...codes, await guess(userName, password)]
    }
    // At once as many as the queue of hashes takes.
    const answers = [
      ...(await Promise.all(names.slice(0, 50).map(guessMany))),
      ...(await Promise.all(names.slice(50).map(guessMany))),
    ]
    const expected = [
      ...Array(5).fill('invalid_credentials'),
      ...Array(guessesEach - 5).fill('account_locked'),
    ]
    expect(answers.filter(codes => codes.join() !== expected.join())).toEqual([])
    // What a new password does.
    await liftSignInLock(ctx, members[0]!.id)
    expect(await guess(members[0]!.email, password)).toBe('signed in')
  },
)
