import type { Partner } from '@dineward/core/partner/partner.ts'
import { demoMembers } from '@dineward/demo-world/demo-members.ts'

export interface Account {
  readonly claims: {
    readonly given_name: string
    readonly family_name: string
    readonly email: string
    readonly email_verified: boolean
    readonly member_number?: string
  }
}

/** They are the demo's people by subject, and one who is not a member yet. */
export function accountsOf(partner: Partner): ReadonlyMap<string, Account> {
  const members = demoMembers(partner, new Date(0), null).map(({ person, member }): [string, Account] => [
    person,
    {
      claims: {
        given_name: member.firstName,
        family_name: member.lastName,
        email: member.email.toLowerCase(),
        email_verified: true,
        ...(member.memberNumber ? { member_number: member.memberNumber } : {}),
      },
    },
  ])
  const newcomer: Account = {
    claims: {
      given_name: 'Noor',
      family_name: 'Haddad',
      email: `newcomer@${partner.slug}.example`,
      email_verified: true,
    },
  }
  return new Map([...members, ['newcomer', newcomer]])
}
