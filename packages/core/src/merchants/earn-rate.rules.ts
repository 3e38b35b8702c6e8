import { isOpenMember, tierOf } from '../members/member-questions.ts'
import {
  earningLevelShort,
  earningLevelText,
  showsEarnRate,
  type WithSettings,
} from '../partner/partner-questions.ts'

type EarningPartner = WithSettings<
  'rewards' | 'currencyType' | 'currencyWords' | 'showEarnRate' | 'enrollmentType'
>

/** As "3 points per $1", and "3x" where there is little room. Null for visitors (shell §2.6) and closed accounts. */
export function earnRateFor(
  partner: EarningPartner,
  member: { readonly tierLevel: number; readonly memberType: string } | null,
): { text: string; short: string } | null {
  if (!isOpenMember(member) || !showsEarnRate(partner)) return null
  const text = earningLevelText(partner, tierOf(member))
  return text ? { text, short: earningLevelShort(partner, tierOf(member)) } : null
}
