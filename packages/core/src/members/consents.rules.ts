import { copyText } from '../partner/copy.ts'
import type { Partner } from '../partner/partner.ts'
import { partnerPlaceholders } from '../partner/partner-placeholders.ts'
import type { Prospect } from './members.contract.ts'

/** How consent to text messages was asked for: 2 in a dialog of its own, 1 in the form (account §4). */
export type TextConsentVersion = '1' | '2'

export function textConsentVersion({ smsOptInV2 }: Pick<Prospect, 'smsOptInV2'>): TextConsentVersion {
  return smsOptInV2 === undefined ? '1' : '2'
}

export function shownTextConsent(partner: Partner, version: TextConsentVersion, now: Date): string {
  const values = partnerPlaceholders(partner, partner.copy['login.staySignedIn'], now)
  return copyText(partner.copy, version === '2' ? 'join.smsOptIn.confirm.text' : 'join.smsOptIn', values)
}
