import type { Permission } from '../staff/permissions.ts'

/**
 * What gives, sends, closes or promises money. A contract that does it names its action (`approval`); each program has a
 * rule for each.
 */
export const controlledActions = {
  /** By hand: adjustments, their reversals, and answers to claims. In the program's unit, by member. */
  adjustment: { name: 'Adjustments and claim answers', measure: 'reward', approver: 'approvals.decide' },
  /** By keys of the partner API; a key may have a lower limit of its own. */
  apiReward: { name: 'Rewards by the partner API', measure: 'reward', approver: 'approvals.decide' },
  /** The reward of a dine that waited for a person. */
  hold: { name: 'Release of rewards that wait', measure: 'reward', approver: 'approvals.decide' },
  payout: { name: 'Payout returns and retries', measure: 'cents', approver: 'approvals.decide' },
  accruals: { name: 'Accruals sent by hand', measure: 'reward', approver: 'approvals.decide' },
  closing: { name: 'Closing a month', measure: 'times', approver: 'approvals.decide' },
  /** Of an offer its budget; one without a budget has no amount. */
  offer: { name: 'Offers', measure: 'reward', approver: 'approvals.decide' },
  bonus: { name: 'Bonuses', measure: 'reward', approver: 'approvals.decide' },
  terms: { name: 'Fees and terms of restaurants', measure: 'times', approver: 'approvals.decide' },
  setting: { name: 'Rates, thresholds and other promises', measure: 'times', approver: 'approvals.decide' },
  rule: { name: 'Approval rules', measure: 'times', approver: 'staff.change' },
  /** What the schedule would do later or otherwise, and dines that are decided again. */
  work: { name: 'Jobs and decisions by hand', measure: 'times', approver: 'approvals.decide' },
  /** It has no amount: a role is worth all that can be done with it. */
  staff: { name: 'Roles that move money', measure: 'times', approver: 'staff.change' },
} as const satisfies Readonly<Record<string, ControlledKind>>
export type ControlledAction = keyof typeof controlledActions
export const controlledActionNames = Object.keys(controlledActions) as ControlledAction[]

interface ControlledKind {
  readonly name: string
  /** `reward`: points, miles, or cents of a program that pays dollars. */
  readonly measure: 'reward' | 'cents' | 'times'
  /** The permission of those who decide. */
  readonly approver: Permission
}

/** Up to these one person acts alone. Zero: never. The two sums are over the last 24 hours. */
export interface ApprovalRule {
  readonly perAction: number
  readonly perMemberDay: number
  readonly perPersonDay: number
}

const never: ApprovalRule = { perAction: 0, perMemberDay: 0, perPersonDay: 0 }

/** They hold until two people of the program change them. */
export const defaultRules: Readonly<Record<ControlledAction, ApprovalRule>> = {
  adjustment: { perAction: 5_000, perMemberDay: 5_000, perPersonDay: 50_000 },
  apiReward: { perAction: 10_000, perMemberDay: 10_000, perPersonDay: 500_000 },
  hold: { perAction: 5_000, perMemberDay: 5_000, perPersonDay: 50_000 },
  payout: { perAction: 10_000, perMemberDay: 10_000, perPersonDay: 50_000 },
  accruals: { perAction: 10_000, perMemberDay: 10_000, perPersonDay: 10_000 },
  closing: never,
  offer: { perAction: 50_000, perMemberDay: 50_000, perPersonDay: 100_000 },
  bonus: { perAction: 50_000, perMemberDay: 50_000, perPersonDay: 100_000 },
  terms: never,
  setting: never,
  rule: never,
  work: never,
  staff: never,
}

/** What two people may set at most: above it a rule would be no limit. In units, cents or times. */
export const largestLimit = 1_000_000

export const approvalDays = 7
export const sumHours = 24

/** What one person did alone in the last 24 hours. */
export interface DoneAlone {
  readonly byPerson: number
  /** Of the member that the action is about, if it is about one. */
  readonly forMember: number
}

/** @param amount null is above every limit */
export function isWithinRule(
  amount: number | null,
  { perAction, perMemberDay, perPersonDay }: ApprovalRule,
  { byPerson, forMember }: DoneAlone,
): boolean {
  return (
    amount !== null &&
    amount <= perAction &&
    amount + forMember <= perMemberDay &&
    amount + byPerson <= perPersonDay
  )
}

export interface Person {
  readonly id: string
  readonly email: string
  readonly name: string
}

/**
 * Whether two accounts are of one person: the same account, the same mailbox ("ann+2@" is "ann@"), or the same name,
 * whatever its case and accents. Someone with a colleague of the same name asks a third.
 */
export function isSamePerson(one: Person, other: Person): boolean {
  return (
    one.id === other.id ||
    mailboxOf(one.email) === mailboxOf(other.email) ||
    plainName(one.name) === plainName(other.name)
  )
}

function mailboxOf(email: string): string {
  const [local = '', domain = ''] = email.toLowerCase().split('@')
  return `${local.split('+')[0]!.replaceAll('.', '')}@${domain}`
}

const plainName = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
