import { describe, expect, test } from 'vitest'
import { newConsoleClient, newConsoleStaff } from '../../testing/access/console-for-test.ts'
import {
  codesOf,
  newStaffWithApp,
  outcome,
  sendToConsole,
} from '../../testing/sign-in/authenticator-for-test.ts'
import { staffPassword } from '../../testing/sign-in/staff-for-test.ts'
import { step } from '../../testing/sign-in/totp.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient, type TestClient } from '../../testing/test-client.ts'

const app = await createTestApp({ console: { hosts: ['console.localhost'], needsSecondFactor: true } })
const codeOf = codesOf(app)

describe('second factor at a partner’s site', () => {
  const signInAt = async (client: TestClient, who: object, code?: string) =>
    answered(await client.send('POST', '/api/Staff/SignIn', { ...who, code }))
  const answered = (response: { statusCode: number; json(): { code?: string } }) =>
    outcome([response.statusCode, response.json()])

  test('password alone -> refused; with the app’s code -> signed in, by the role there alone', async () => {
    const [mine, other] = [app.newPartner(), app.newPartner()]
    const editor = await newStaffWithApp(app, 'content', mine.slug)
    app.clock.advance(step)
    const site = newClient(app, mine)
    expect(await signInAt(site, editor.who)).toEqual([403, 'second_factor_required'])
    expect(await signInAt(site, editor.who, '000000')).toEqual([400, 'second_factor_invalid'])
    const code = codeOf(editor.secret)
    expect(await signInAt(newClient(app, other), editor.who, code)).toEqual([401, 'invalid_credentials'])
    expect(await signInAt(site, editor.who, code)).toEqual([200, undefined])
    const [status] = await sendToConsole(newConsoleClient(app), 'SignIn', { ...editor.who, code })
    expect(status).toBe(400)
    expect((await site.get('/api/cms/pages/home/?preview=1')).statusCode).toBe(200)
    await app.database.db.deleteFrom('staffRoles').where('staffId', '=', editor.id).execute()
    expect((await site.get('/api/cms/pages/home/?preview=1')).statusCode).toBe(401)
  })

  test('no app yet -> set up in the console first; a role that previews nothing -> 403 for drafts', async () => {
    const partner = app.newPartner()
    const { email } = await newConsoleStaff(app, 'content', partner.slug)
    const who = { email, password: staffPassword }
    const site = newClient(app, partner)
    expect(await signInAt(site, who)).toEqual([403, 'second_factor_setup_required'])
    const support = await newStaffWithApp(app, 'support', partner.slug)
    expect(await signInAt(site, support.who, support.recoveryCodes[0])).toEqual([200, undefined])
    expect((await site.get('/api/cms/pages/home/?preview=1')).statusCode).toBe(403)
  })
})
