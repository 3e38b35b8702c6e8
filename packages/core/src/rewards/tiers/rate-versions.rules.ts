import { earnRateOf, type TierLevel } from '../../partner/partner-questions.ts'
import type { PartnerSettings } from '../../partner/settings/partner-settings.ts'
import type { EarnRate } from '../../partner/settings/rewards.settings.ts'
import type { Rounding } from '../earning.rules.ts'

/** What decides on the reward of a dine; when it is paid is decided later. */
export type Rates = Pick<PartnerSettings['rewards'], 'earnRates' | 'rounding'>

/** What dines earn from an instant (ms) on, until the next version. */
export interface RateVersion {
  readonly validFrom: number
  readonly rates: Rates
  /** What made a VIP; null: as the version before says. */
  readonly vipQualification?: PartnerSettings['vipQualification'] | null
}

/** Versions come in any order; the first one also counts before it began. Without any, the rates of now count. */
export function rateAt(
  versions: readonly RateVersion[],
  now: Rates,
  { instant, tier }: { readonly instant: number; readonly tier: number },
): { readonly rate: EarnRate; readonly rounding: Rounding } {
  const ordered = versions.toSorted((a, b) => a.validFrom - b.validFrom)
  const version = ordered.findLast(({ validFrom }) => validFrom <= instant) ?? ordered[0]
  const rewards = version?.rates ?? now
  return { rate: earnRateOf({ settings: { rewards } }, tier as TierLevel), rounding: rewards.rounding }
}

export interface VipQualification {
  readonly qualification: PartnerSettings['vipQualification']
  /** It is in ms. */
  readonly since: number
}

/**
 * Versions come in any order, and the instant is in ms; null asks for the newest one. Without any, that of now counts
 * since ever.
 */
export function vipQualificationAt(
  versions: readonly RateVersion[],
  now: PartnerSettings['vipQualification'],
  instant: number | null,
): VipQualification {
  const changes = versions
    .toSorted((a, b) => a.validFrom - b.validFrom)
    .flatMap(({ vipQualification, validFrom }) => (vipQualification ? [{ vipQualification, validFrom }] : []))
    .filter(({ vipQualification: { dinesRequired, dollarsRequired } }, index, all) => {
      const before = all[index - 1]?.vipQualification
      return before?.dinesRequired !== dinesRequired || before.dollarsRequired !== dollarsRequired
    })
  const active = changes.findLast(({ validFrom }) => instant === null || validFrom <= instant) ?? changes[0]
  const since = active && active !== changes[0] ? active.validFrom : Number.NEGATIVE_INFINITY
  return { qualification: active?.vipQualification ?? now, since }
}
