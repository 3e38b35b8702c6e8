import type { Partner } from '@dineward/core/partner/partner.ts'
import { canSelfEnroll, hasEnrollment } from '@dineward/core/partner/partner-questions.ts'
import { demoId } from './demo-id.ts'

export const demoPassword = 'Dinner-For-2!'
/** Shared with the stand-in of Google. */
export const demoGoogleSecret = 'demo-google-secret'

export const demoPeople = [
  'member',
  'vip',
  'optedout',
  'new',
  'locked',
  'closed',
  'visitor',
  'prospect',
] as const
export type DemoPerson = (typeof demoPeople)[number]

const who: Record<DemoPerson, string> = {
  member: 'a year of dines in every status, two cards',
  vip: 'VIP, three years in',
  optedout: 'opted out of e-mail',
  new: 'joined 3 days ago, a bonus is waiting',
  locked: 'locked out for the first 30 minutes',
  closed: 'closed the account with the last card',
  visitor: 'known visitor',
  prospect: 'known visitor who has not joined',
}

export interface DemoAccount {
  readonly partner: string
  readonly email: string
  readonly who: string
}

type AnyPartner = Pick<Partner, 'slug' | 'settings'>

export const demoEmail = (partner: Pick<Partner, 'slug'>, person: DemoPerson): string =>
  `${person}@${partner.slug}.example`

/** It is a staff account of every program, which previews unpublished content. */
export const demoStaff = { id: demoId('staff'), email: 'staff@dineward.example', name: 'Robin Hale' } as const

/** Who may sign in to the console. `partner` '*': of every program. */
export const consoleAccounts = [
  {
    role: 'admin',
    email: 'admin@dineward.example',
    name: 'Ada Okafor',
    partner: '*',
    who: 'may do everything',
  },
  {
    role: 'support',
    email: 'support@dineward.example',
    name: 'Sam Ortiz',
    partner: '*',
    who: 'members and claims',
  },
  {
    role: 'finance',
    email: 'finance@dineward.example',
    name: 'Fran Lindqvist',
    partner: '*',
    who: 'settlement, payouts, approvals',
  },
  {
    role: 'content',
    email: 'content@dineward.example',
    name: 'Cleo Marsh',
    partner: '*',
    who: 'content, theme, bonuses',
  },
  {
    role: 'restaurants',
    email: 'restaurants@dineward.example',
    name: 'Remy Sato',
    partner: '*',
    who: 'restaurants and their books',
  },
  { role: 'viewer', email: 'viewer@dineward.example', name: 'Vera Blum', partner: '*', who: 'reads only' },
  {
    role: 'support',
    email: 'support@skyward.example',
    name: 'Sky Ferreira',
    partner: 'skyward',
    who: 'support of Skyward alone',
  },
] as const

/** The account's id, and the `public_id` of addresses. */
export const demoMemberId = (partner: Pick<Partner, 'slug'>, person: DemoPerson): string =>
  demoId(`${partner.slug} ${person}`)

export function demoAccounts(partners: readonly AnyPartner[]): DemoAccount[] {
  return partners.filter(hasEnrollment).flatMap(partner =>
    demoPeople.map(person => ({
      partner: partner.settings.name,
      email: demoEmail(partner, person),
      who: whoIs(partner, person),
    })),
  )
}

function whoIs(partner: AnyPartner, person: DemoPerson): string {
  const activation = `/activate?public_id=${demoMemberId(partner, person)}`
  if (person === 'visitor') return `may activate: ${activation}`
  if (person === 'prospect') return `has not joined, is led to joining: ${activation}`
  return canSelfEnroll(partner) ? who[person] : `${who[person]} (signs in at ${partner.settings.name})`
}
