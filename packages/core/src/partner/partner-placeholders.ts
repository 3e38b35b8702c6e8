import { formatCents } from '../shared/format.ts'
import {
  currencyWords,
  earningLevelText,
  formatReward,
  maxLinkedCards,
  rewardsAreCents,
  type WithSettings,
} from './partner-questions.ts'
import type { PartnerSettings } from './partner-settings.ts'

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
  'dines required',
  'max cards',
  'payout amount',
  'referrer reward',
  'friend reward',
] as const

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
    'dines required': String(settings.vipQualification.dinesRequired),
    'max cards': String(maxLinkedCards(partner)),
    'payout amount': wholeDollars(settings.payout.thresholdCents),
    'referrer reward': rewardText(partner, settings.referral?.referrerUnits),
    'friend reward': rewardText(partner, settings.referral?.friendUnits),
  }
}

/** "$20" rather than "$20.00". */
const wholeDollars = (cents: number): string => formatCents(cents).replace(/\.00$/, '')

/** "500 points", "$5"; empty where there is none. */
function rewardText(
  partner: WithSettings<'currencyType' | 'currencyWords'>,
  units: number | undefined,
): string {
  if (units === undefined) return ''
  return rewardsAreCents(partner) ? wholeDollars(units) : formatReward(partner, units)
}
