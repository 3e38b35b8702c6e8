import { lookUp } from '../shared/look-up.ts'
import type { Partner } from './partner.ts'
import type { PartnerSettings } from './partner-settings.ts'

type Effect = (before: PartnerSettings, after: PartnerSettings) => string | null

const always = (sentence: string) => () => sentence

/** What a change of a setting does, by its first name; null where this change does not. */
const effects: Partial<Record<keyof PartnerSettings, Effect>> = {
  rewards: always('Dines from now on earn by the new rates. Dines before keep what they earned.'),
  billCurrency: always('Dines from now on earn in it. Dines before keep what they earned.'),
  bonuses: always('Dines from now on count for it. What members have earned stays.'),
  newMemberBonus: always('Decides about members who join, or dine, from now on.'),
  referral: (_before, { referral }) =>
    referral
      ? 'Friends whose first dine comes from now on.'
      : 'Invitations that are out earn nothing any more.',
  hostNames: always(
    'Where mails lead, and where the site answers in production. Its DNS and certificate must follow.',
  ),
  maintenance: (_before, { maintenance }) =>
    maintenance.everywhere
      ? 'Members see the maintenance page within seconds, and can do nothing else.'
      : 'Within seconds the pages that are not listed are open.',
  startsOn: always('Card events from now on. Those that are parked can be processed again.'),
  payout: always('Applies at the next run of payouts.'),
  settlement: always('Applies to the next file. Files that were sent are answered as before.'),
  merchantFee: always(
    'Restaurants pay it for dines that clear from today on, where their terms say nothing else. Days before keep their fee.',
  ),
  enrollmentType: (_before, { enrollmentType }) =>
    enrollmentType === 'direct'
      ? 'People can join on the site.'
      : 'People can no longer join by the form on the site.',
  session: always('Sessions that are open keep their end until they are next used.'),
  signInLock: always('Locks that are in force end when they would have.'),
  maxLinkedCards: always('Members who have more keep them.'),
  cardTypesAccepted: always('Cards that are linked stay linked.'),
  currencyType: always(
    'Balances are kept as numbers: 500 becomes 500 of the new unit. Change it before members earn.',
  ),
  staffRoles: always('Staff with these roles may do what the new lists say from their next call.'),
  legal: always('Members accept the new version when they next join; those who did are not asked again.'),
}

/** Sentences about what a change does, for someone about to save it. */
export function effectsOf(before: Partner, after: Partner, path: string): readonly string[] {
  const [name = ''] = path.split('.')
  const effect = lookUp(effects, name)
  const sentence = effect?.(before.settings, after.settings)
  return [sentence ?? 'Pages and calls from now on.', 'Every server follows within 5 seconds.']
}
