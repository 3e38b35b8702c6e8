import type { StaffGroup, StaffSignOnSettings } from '../gateways/sign-on/staff-sign-on.ts'
import type { Variable } from './env-values.ts'

/** How staff sign in to the console; a heading of the reference. */
export const staffVariables = {
  Staff: {
    STAFF_SSO_ISSUER: {
      type: 'service',
      fallback: 'staff sign in by password or passkey',
      meaning:
        'OpenID Connect provider of the staff ([single sign-on of staff](staff-single-sign-on.md)), with `STAFF_SSO_CLIENT_ID` and `STAFF_SSO_GROUPS`.',
    },
    STAFF_SSO_CLIENT_ID: { type: 'text', meaning: 'Client that is registered there for the console.' },
    STAFF_SSO_CLIENT_SECRET: {
      type: 'text',
      secret: ['web'],
      fallback: 'a public client, with PKCE alone',
      meaning: 'Secret of that client.',
    },
    STAFF_SSO_GROUPS: {
      type: {
        matches: /^\s*[^,=]+=[\w-]+@([\w-]+|\*)(\s*,\s*[^,=]+=[\w-]+@([\w-]+|\*))*\s*$/,
        must: 'list groups with a role and a program, or * for all programs, such as "dining-admins=admin@*,harbor-support=support@harbor"',
      },
      meaning:
        'Roles by group of the provider: `dining-admins=admin@*,harbor-support=support@harbor`. `*` stands for all programs; a group may have several entries.',
    },
    STAFF_SSO_GROUPS_CLAIM: {
      type: 'text',
      default: 'groups',
      meaning: 'Claim of the ID token that lists a person’s groups.',
    },
    STAFF_SSO_SCOPE: { type: 'text', default: 'openid profile email', meaning: 'Scope that is asked for.' },
    STAFF_SSO_NAME: {
      type: 'text',
      default: 'single sign-on',
      meaning: 'What the button of the sign-in page names, such as the company.',
    },
    STAFF_SSO_MAX_SESSION_MINUTES: {
      type: { matches: /^([5-9]|[1-9]\d|[1-6]\d\d|7[01]\d|720)$/, must: 'be a number from 5 to 720' },
      default: '480',
      meaning: 'Longest session after single sign-on: then the provider is asked for the groups again.',
    },
    STAFF_PASSWORDS: {
      type: { choice: ['on', 'off'] },
      default: 'on',
      meaning:
        'With `off`, passwords and passkeys of staff sign in to break-glass accounts only; it needs `STAFF_SSO_ISSUER`.',
    },
  },
} as const satisfies Record<string, Record<string, Variable>>

type StaffValues = { readonly [Name in keyof typeof staffVariables.Staff]?: string | undefined }

export function readStaffSignOn(values: StaffValues, problems: string[]): StaffSignOnSettings | null {
  const { STAFF_SSO_ISSUER: issuer, STAFF_SSO_CLIENT_ID: clientId, STAFF_SSO_GROUPS: groups } = values
  if (!issuer && !clientId && !groups) {
    if (values.STAFF_PASSWORDS === 'off')
      problems.push('STAFF_PASSWORDS is off, so that staff could not sign in: set STAFF_SSO_ISSUER too.')
    return null
  }
  if (!issuer || !clientId || !groups) {
    problems.push('STAFF_SSO_ISSUER, STAFF_SSO_CLIENT_ID and STAFF_SSO_GROUPS must be set together.')
    return null
  }
  return {
    issuer,
    clientId,
    clientSecret: values.STAFF_SSO_CLIENT_SECRET,
    scope: values.STAFF_SSO_SCOPE!,
    groupsClaim: values.STAFF_SSO_GROUPS_CLAIM!,
    groups: groups.split(',').map(groupOf),
    name: values.STAFF_SSO_NAME!,
    arePasswordsOff: values.STAFF_PASSWORDS === 'off',
    maxSessionMinutes: Number(values.STAFF_SSO_MAX_SESSION_MINUTES),
  }
}

function groupOf(entry: string): StaffGroup {
  const [, group = '', role = '', partner = ''] =
    /^\s*([^,=]+?)\s*=([\w-]+)@([\w-]+|\*)\s*$/.exec(entry) ?? []
  return { group, role, partner: partner === '*' ? null : partner }
}
