import { minutes } from '@dineward/core/shared/clock.ts'
import { describe, expect, test } from 'vitest'
import {
  consoleClient,
  newConsoleStaff,
  reauthenticate,
  sendTo,
  signedInToConsole,
} from '../../testing/access/console-for-test.ts'
import { consoleContracts } from '../../testing/access/contracts.ts'
import {
  codesOf,
  newStaffWithApp,
  outcome,
  sendToConsole,
} from '../../testing/sign-in/authenticator-for-test.ts'
import { step } from '../../testing/sign-in/totp.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'

const app = await createTestApp()
const { db } = app.database
const path = 'Account/Reauthentication'

const unlock = async (client: TestClient, id: string) =>
  outcome(await sendToConsole(client, `Staff/${id}/Unlock`, { reason: 'As agreed.' }))

describe('a call that asks who it is', () => {
  const asking = [...consoleContracts].filter(([, { reauthenticates }]) => reauthenticates)

  test.each(asking)(
    '%s: signed in six minutes ago -> refused before anything is read',
    async (_name, call) => {
      const client = await consoleClient(app, 'admin')
      const start = app.clock.now()
      app.clock.advance(minutes(6))
      const answer = await sendTo(client, call.method, call.path.replace(/:\w+/g, '1'), {})
      app.clock.set(start)
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'reauthentication_required'])
    },
  )

  test('password where there is no second factor -> goes on for five minutes, with another token; audited', async () => {
    const ada = await newConsoleStaff(app, 'admin')
    const client = await signedInToConsole(app, ada.id)
    const { id } = await newConsoleStaff(app, 'viewer')
    const start = app.clock.now()
    app.clock.advance(minutes(5))
    expect(await unlock(client, id)).toEqual([403, 'reauthentication_required'])
    expect(outcome(await sendToConsole(client, path, {}))).toEqual([400, 'validation_failed'])
    expect(outcome(await sendToConsole(client, path, { password: 'not-the-password-1' }))).toEqual([
      400,
      'validation_failed',
    ])
    const before = client.cookies.get('dw_console')
    expect((await reauthenticate(client)).json()).toEqual({
      provenUntil: new Date(app.clock.now().getTime() + minutes(5)).toISOString(),
    })
    expect(client.cookies.get('dw_console')).not.toBe(before)
    app.clock.advance(minutes(5) - 1)
    expect(await unlock(client, id)).toEqual([200, undefined])
    app.clock.advance(1)
    expect(await unlock(client, id)).toEqual([403, 'reauthentication_required'])
    const proofs = await db
      .selectFrom('auditLog')
      .select('actor')
      .where('subject', '=', ada.email)
      .where('action', '=', 'staff.reauthenticated')
      .execute()
    expect(proofs).toEqual([{ actor: ada.email }])
    app.clock.set(start)
  })

  test('with an app -> a code alone, once; the password is worth nothing; wrong codes lock', async () => {
    const ada = await newStaffWithApp(app, 'admin')
    const { id } = await newConsoleStaff(app, 'viewer')
    const start = app.clock.now()
    app.clock.advance(minutes(6))
    expect((await reauthenticate(ada.client)).json().code).toBe('second_factor_required')
    const code = codesOf(app)(ada.secret)
    const used = { code: codesOf(app)(ada.secret, -12) }
    expect(outcome(await sendToConsole(ada.client, path, used))).toEqual([400, 'second_factor_invalid'])
    expect(outcome(await sendToConsole(ada.client, path, { code }))).toEqual([200, undefined])
    expect(await unlock(ada.client, id)).toEqual([200, undefined])
    expect(outcome(await sendToConsole(ada.client, path, { code }))).toEqual([400, 'second_factor_invalid'])
    app.clock.advance(step)
    for (let count = 0; count < 3; count++)
      expect(outcome(await sendToConsole(ada.client, path, { code: '000000' }))).toEqual([
        400,
        'second_factor_invalid',
      ])
    await sendToConsole(ada.client, path, { code: '000000' })
    const right = { code: codesOf(app)(ada.secret) }
    expect(outcome(await sendToConsole(ada.client, path, right))).toEqual([403, 'account_locked'])
    app.clock.set(start)
  })

  test('a passkey of someone else, or an answer that is none -> refused', async () => {
    const ada = await newStaffWithApp(app, 'admin')
    const answer = await sendToConsole(ada.client, path, { passkey: { id: 'unknown' } })
    expect(outcome(answer)).toEqual([401, 'passkey_invalid'])
  })
})
