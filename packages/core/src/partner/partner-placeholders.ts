import { holdDaysOf } from '../payouts/payouts.rules.ts'
import { formatCents } from '../shared/format.ts'
import {
  currencyWords,
  earningLevelText,
  formatReward,
  maxLinkedCards,
  rewardsAreCents,
  type WithSettings,
} from './partner-questions.ts'
import { placeholdersIn } from './placeholders.ts'
import type { PartnerSettings } from './settings/partner-settings.ts'

/** The placeholders that every text of a partner may use (shell §3.7, account §9). */
export const partnerPlaceholderNames = [
  'partner name',
  'program name',
  'currency singular',
  'currency plural',
  'bonus currency',
  'member number label',
  'earning level 0',
  'earning level 1',
  'earning level 2',
  'earning level 3',
  'current year',
  'stay signed in label',
  'support phone',
  'support email',
  'bonus amount',
  'lead hours',
  'overlap hours',
  'dines required',
  'max cards',
  'payout amount',
  'hold days',
  'referrer reward',
  'friend reward',
  'new member reward',
  'new member minimum',
  'new member days',
  'claim days',
  'lock minutes',
] as const

const known = new Set<string>(partnerPlaceholderNames)

/** Their names would appear unfilled on the page. */
export const unknownPlaceholdersIn = (text: string): string[] =>
  placeholdersIn(text).filter(name => !known.has(name))

export type PartnerPlaceholder = (typeof partnerPlaceholderNames)[number]

/** `staySignedInLabel` is the copy `login.staySignedIn`; it may hold placeholders. */
export function partnerPlaceholders(
  partner: { readonly settings: PartnerSettings },
  staySignedInLabel: string,
  now: Date,
): Record<PartnerPlaceholder, string> {
  const { settings } = partner
  const words = currencyWords(partner)
  return {
    'partner name': settings.name,
    'program name': settings.programName,
    'currency singular': words.singular,
    'currency plural': words.plural,
    'bonus currency': words.bonus,
    'member number label': settings.memberNumber?.label ?? 'member number',
    'earning level 0': earningLevelText(partner, 0),
    'earning level 1': earningLevelText(partner, 1),
    'earning level 2': earningLevelText(partner, 2),
    'earning level 3': earningLevelText(partner, 3),
    'current year': String(now.getUTCFullYear()),
    'stay signed in label': staySignedInLabel,
    'support phone': settings.customerSupport.phone.formatted,
    'support email': settings.customerSupport.email.display,
    'bonus amount': rewardsAreCents(partner)
      ? wholeDollars(settings.reservations.bonusAmount)
      : String(settings.reservations.bonusAmount),
    'lead hours': String(settings.reservations.bonusLeadHours),
    'overlap hours': String(settings.reservations.overlapHours),
    'dines required': String(settings.vipQualification.dinesRequired),
    'max cards': String(maxLinkedCards(partner)),
    'payout amount': wholeDollars(settings.payout.thresholdCents),
    'hold days': String(holdDaysOf(partner)),
    'referrer reward': rewardText(partner, settings.referral?.referrerUnits),
    'friend reward': rewardText(partner, settings.referral?.friendUnits),
    ...newMemberPlaceholders(partner),
    'claim days': String(settings.claims.minDays),
    'lock minutes': String(settings.signInLock.lockMinutes),
  }
}

/** They are empty where there is no such bonus, and where it has no window. */
function newMemberPlaceholders(partner: { readonly settings: PartnerSettings }) {
  const { newMemberBonus, bonuses } = partner.settings
  const bonus = bonuses.find(({ forNewMembers }) => forNewMembers)
  const reward = bonus?.reward.kind === 'fixed' ? rewardText(partner, bonus.reward.units) : ''
  const hours = newMemberBonus?.windowHours ?? null
  return {
    'new member reward': reward,
    'new member minimum': bonus ? wholeDollars(bonus.minimumSpendCents) : '',
    'new member days': hours === null ? '' : String(Math.floor(hours / 24)),
  }
}

/** It writes "$20" rather than "$20.00". */
const wholeDollars = (cents: number): string => formatCents(cents).replace(/\.00$/, '')

/** It is written "500 points" or "$5", and is empty where there is none. */
function rewardText(
  partner: WithSettings<'currencyType' | 'currencyWords'>,
  units: number | undefined,
): string {
  if (units === undefined) return ''
  return rewardsAreCents(partner) ? wholeDollars(units) : formatReward(partner, units)
}
