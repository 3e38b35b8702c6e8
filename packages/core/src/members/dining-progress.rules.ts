import type { PartnerSettings } from '../partner/settings/partner-settings.ts'

/** Forfeited dines and estimates are left out. */
export interface DiningYear {
  readonly dines: number
  readonly spentCents: number
  /** In the partner's unit, with what was earned without a dine. */
  readonly rewardUnits: number
}

export interface DiningProgress {
  /** Renewing is VIP now, but not yet for next year. Complete is VIP for next year. */
  readonly status: 'Building' | 'Renewing' | 'Complete'
  readonly dinesRequired: number
  readonly remainingDines: number
  readonly dollarsRequired: number
  readonly remainingDollars: number
  /** It is in points, miles, or dollars. */
  readonly ytdMilesOrDollars: number
}

/** By dines or, where dollars are required, by spend: whichever comes first. */
export function diningProgress(
  year: DiningYear,
  options: {
    readonly qualification: PartnerSettings['vipQualification']
    readonly isVip: boolean
    readonly rewardsAreCents: boolean
  },
): DiningProgress {
  const { dinesRequired, dollarsRequired } = options.qualification
  const remainingDines = Math.max(0, dinesRequired - year.dines)
  const remainingDollars = Math.max(0, dollarsRequired * 100 - year.spentCents) / 100
  const complete = remainingDines === 0 || (dollarsRequired > 0 && remainingDollars === 0)
  return {
    status: complete ? 'Complete' : options.isVip ? 'Renewing' : 'Building',
    dinesRequired,
    remainingDines,
    dollarsRequired,
    remainingDollars,
    ytdMilesOrDollars: options.rewardsAreCents ? year.rewardUnits / 100 : year.rewardUnits,
  }
}
