import { newConsoleClient, newConsoleStaff } from '../access/console-for-test.ts'
import type { TestApp } from '../test-app.ts'
import type { TestClient } from '../test-client.ts'
import { staffPassword } from './staff-for-test.ts'
import { codeAt, step } from './totp.ts'

/** What an authenticator app shows, so many codes later. */
export const codesOf =
  (test: TestApp) =>
  (secret: string, later = 0): string =>
    codeAt(secret, test.clock.now().getTime() + later * step)

export async function sendToConsole(client: TestClient, path: string, body: object) {
  const response = await client.send('POST', `/api/Console/${path}`, body)
  return [response.statusCode, response.json()] as const
}

export const outcome = ([status, body]: readonly [number, { code?: string }]) => [status, body.code]

/** It is a signed-in staff member with an authenticator app, whose present code is used up. */
export async function newStaffWithApp(test: TestApp, role = 'support', partner?: string) {
  const { id, email } = await newConsoleStaff(test, role, partner)
  const client = newConsoleClient(test)
  const who = { email, password: staffPassword }
  const [, { secret }] = await sendToConsole(client, 'SignIn/Authenticator', who)
  const [, { recoveryCodes }] = await sendToConsole(client, 'SignIn/Authenticator/Confirm', {
    ...who,
    code: codesOf(test)(secret),
  })
  return { id, email, who, client, secret: secret as string, recoveryCodes: recoveryCodes as string[] }
}
