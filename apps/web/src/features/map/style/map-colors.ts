import { mix, toOklch } from '@dineward/core/partner/theme/color.ts'

/** The partner's colors as `#rrggbb`: the map knows neither custom properties nor OKLCH. */
export interface MapColors {
  readonly water: string
  readonly shallows: string
  readonly shore: string
  readonly land: string
  readonly abroad: string
  readonly line: string
  readonly smallRoad: string
  readonly ink: string
  readonly inkSoft: string
  readonly displayFont: string
}

const seaBlue = '#7fb0c9'

export function mapColors(): MapColors {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim()
  const [page, surface, ink, brand] = [
    token('color-page'),
    token('color-surface'),
    token('color-ink'),
    token('color-brand'),
  ]
  // The surface color tells it: with forced colors, the page's scheme does not apply.
  const isDark = toOklch(page).l < toOklch(ink).l
  const land = isDark ? mix(surface, ink, 0.08) : mix(page, surface, 0.45)
  const water = isDark ? mix(page, brand, 0.16) : mix(page, seaBlue, 0.42)
  return {
    water,
    shallows: isDark ? mix(water, brand, 0.3) : mix(water, seaBlue, 0.4),
    shore: isDark ? mix(water, ink, 0.3) : mix(water, mix(seaBlue, ink, 0.55), 0.6),
    land,
    abroad: mix(land, water, 0.35),
    line: mix(land, ink, isDark ? 0.3 : 0.26),
    smallRoad: mix(land, ink, 0.09),
    ink: mix(ink, land, 0.06),
    inkSoft: mix(ink, land, 0.3),
    displayFont: token('font-display').split(',')[0]?.replaceAll('"', '') ?? '',
  }
}
