import type { Partner } from '@dineward/core/partner/partner.ts'
import { staffPassword } from '../sign-in/staff-for-test.ts'
import type { TestApp } from '../test-app.ts'
import { newConsoleStaff } from './console-for-test.ts'

const password = staffPassword
const wrong = { email: 'a@example.com', password: 'not-the-password' }

interface Scene {
  readonly test: TestApp
  readonly partner: Partner
}

/** A colleague who may less than every role that may change staff, and moves no money. */
const colleague = async ({ test, partner }: Scene) => ({
  id: (await newConsoleStaff(test, 'viewer', partner.slug)).id,
})
const reason = 'As agreed.'
const change = { params: colleague, body: () => ({ reason }) }

export const staffCases = {
  'GET /api/Console/Staff': {},
  'POST /api/Console/Staff/Invite': {
    body: ({ partner }: Scene) => ({
      email: `${crypto.randomUUID()}@dineward.example`,
      name: 'Sam',
      roles: [{ partner: partner.slug, role: 'viewer' }],
    }),
    status: 201,
  },
  // Has chosen a password.
  'POST /api/Console/Staff/{id}/Invite': { params: colleague, status: 404 },
  // Someone else was faster.
  'PUT /api/Console/Staff/{id}/Roles': {
    params: colleague,
    body: () => ({ roles: [], version: 'x', reason }),
    status: 409,
  },
  'POST /api/Console/Staff/{id}/Deactivate': change,
  'POST /api/Console/Staff/{id}/Activate': change,
  'POST /api/Console/Staff/{id}/Unlock': change,
  'POST /api/Console/Staff/{id}/EndSessions': change,
  // Has none.
  'POST /api/Console/Staff/{id}/ResetSecondFactor': { ...change, status: 409 },
  'POST /api/Console/Invitation': {
    body: () => ({ token: 'x', password: 'Lobster-Harvest-42' }),
    status: 400,
  },
}

/** These cases are of the caller's own account. */
export const accountCases = {
  'GET /api/Console/SignIn/Options': {},
  'POST /api/Console/SignIn/Password': {
    body: () => ({ ...wrong, current: wrong.password }),
    status: 401,
  },
  'POST /api/Console/SignIn/Authenticator': { body: () => wrong, status: 401 },
  'POST /api/Console/SignIn/Authenticator/Confirm': {
    body: () => ({ ...wrong, code: '123456' }),
    status: 401,
  },
  'POST /api/Console/SignIn/Passkey': { body: () => ({ response: { id: 'x' } }), status: 401 },
  'POST /api/Console/SignIn/Passkey/Options': {},
  'GET /api/Console/Account': {},
  'PUT /api/Console/Account/Password': {
    body: () => ({ current: password, password: 'Lobster-Harvest-42' }),
  },
  'POST /api/Console/Account/Authenticator': { body: () => ({ password }) },
  // Nothing was begun that could be confirmed, and there are no codes to renew.
  'POST /api/Console/Account/Authenticator/Confirm': {
    body: () => ({ password, code: '123456' }),
    status: 400,
  },
  'POST /api/Console/Account/Reauthentication': { body: () => ({ password }) },
  'POST /api/Console/Account/RecoveryCodes': { body: () => ({ password }), status: 404 },
  'POST /api/Console/Account/Passkeys': {
    body: () => ({ name: 'Laptop', response: { id: 'x' } }),
    status: 400,
  },
  'POST /api/Console/Account/Passkeys/Options': { body: () => ({ password }) },
  'DELETE /api/Console/Account/Passkeys': { query: () => 'id=x', body: () => ({ password }), status: 404 },
  'DELETE /api/Console/Account/Sessions': {},
}
