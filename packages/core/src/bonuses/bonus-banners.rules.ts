import type { ContentFields } from '../content/content-fields.ts'
import { isShownTo, type VisitorState } from '../members/visitor-states.rules.ts'
import { days } from '../shared/clock.ts'
import type { MemberBonus } from './bonuses.contract.ts'

export type BonusBanner = { readonly code: string } & Pick<
  ContentFields['account_center'],
  | 'title'
  | 'text'
  | 'button'
  | 'image'
  | 'image_alt'
  | 'drawing'
  | 'order'
  | 'days_to_display'
  | 'app_only_bonus'
  | 'app_text'
  | 'user_states'
>

export interface ShownBonus {
  readonly bonus: MemberBonus
  readonly banner: BonusBanner | null
}

/**
 * Bonuses are in the order of their banners (account §4): a bonus whose banner has been shown for its days, or is for
 * others, is not offered. One that a member is registered for stays, without the banner, until it is earned.
 */
export function shownBonuses(
  bonuses: readonly MemberBonus[],
  banners: readonly BonusBanner[],
  { states, now }: { readonly states: readonly VisitorState[]; readonly now: number },
): ShownBonus[] {
  const byCode = new Map(banners.map(banner => [banner.code, banner]))
  return bonuses
    .flatMap((bonus): ShownBonus[] => {
      const banner = byCode.get(bonus.code) ?? null
      if (!banner || isCurrent(banner, bonus, states, now)) return [{ bonus, banner }]
      return bonus.bonusStatus === 'Enrolled' ? [{ bonus, banner: null }] : []
    })
    .toSorted((a, b) => (a.banner?.order ?? 0) - (b.banner?.order ?? 0))
}

function isCurrent(
  { days_to_display, user_states }: BonusBanner,
  bonus: MemberBonus,
  states: readonly VisitorState[],
  now: number,
): boolean {
  const isOver = days_to_display !== null && now >= Date.parse(bonus.createDateUtc) + days(days_to_display)
  return !isOver && (user_states.length === 0 || isShownTo({ user_states }, states))
}
