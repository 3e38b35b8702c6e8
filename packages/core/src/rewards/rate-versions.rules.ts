import { earnRateOf, type TierLevel } from '../partner/partner-questions.ts'
import type { EarnRate, PartnerSettings } from '../partner/partner-settings.ts'
import type { Rounding } from './earning.rules.ts'

/** What dines earn from an instant (ms) on, until the next version. */
export interface RateVersion {
  readonly validFrom: number
  readonly rates: PartnerSettings['rewards']
}

/** Of versions in any order; before the first one it counts as well. Without any, the rates of now. */
export function rateAt(
  versions: readonly RateVersion[],
  now: PartnerSettings['rewards'],
  { instant, tier }: { readonly instant: number; readonly tier: number },
): { readonly rate: EarnRate; readonly rounding: Rounding } {
  const ordered = versions.toSorted((a, b) => a.validFrom - b.validFrom)
  const version = ordered.findLast(({ validFrom }) => validFrom <= instant) ?? ordered[0]
  const rewards = version?.rates ?? now
  return { rate: earnRateOf({ settings: { rewards } }, tier as TierLevel), rounding: rewards.rounding }
}
