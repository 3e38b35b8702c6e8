import { contrast, fromOklch, mix, toOklch } from './color.ts'
import { hoverOf, onColor, readableOn, shapeContrast, softOf, textContrast } from './legible.ts'
import type { Theme } from './theme.ts'

/** These colors are computed from the brand tokens; in CSS they are `--color-…`. */
export type SemanticColor = keyof ReturnType<typeof computeColors>

const computed = new WeakMap<Theme, ReturnType<typeof computeColors>>()

/** Given colors stay (checked in `theme-contrast.ts`); text on them is computed. Neutrals mix ink and page. */
export function themeColors(theme: Theme): ReturnType<typeof computeColors> {
  // Each mail asks for all of them.
  const colors = computed.get(theme) ?? computeColors(theme)
  computed.set(theme, colors)
  return colors
}

function computeColors(theme: Theme) {
  const { brand, action, page, surface, ink, earn, warn, danger, done, header, footer } = theme.colors
  const dark = theme.scheme === 'dark'
  const raised = dark ? mix(surface, ink, 0.06) : lighter(surface)
  const sunken = dark ? mix(page, '#000000', 0.28) : mix(page, mix(ink, brand, 0.5), 0.055)
  const grounds = [page, surface, raised, sunken]
  const onSoft = (wanted: string, soft: string) => readableOn(wanted, [soft], textContrast + 0.3)
  const inkOr = (fill: string) => (contrast(ink, fill) >= textContrast ? ink : onColor(fill))
  const [brandSoft, earnSoft, warnSoft] = [softOf(brand, page), softOf(earn, page), softOf(warn, page)]
  const [dangerSoft, doneSoft] = [softOf(danger, page), softOf(done, page)]

  return {
    page,
    surface,
    'surface-raised': raised,
    sunken,
    ink,
    'ink-soft': readableOn(mix(ink, page, dark ? 0.28 : 0.36), grounds, textContrast),
    line: mix(page, ink, dark ? 0.18 : 0.14),
    'line-strong': readableOn(mix(page, ink, 0.5), grounds, shapeContrast),

    brand,
    'on-brand': onColor(brand),
    'brand-soft': brandSoft,
    'on-brand-soft': onSoft(brand, brandSoft),
    action,
    'action-hover': hoverOf(action),
    'on-action': onColor(action),
    link: readableOn(brand, grounds, textContrast),
    focus: readableOn(dark ? action : brand, grounds, shapeContrast),

    earn,
    'on-earn': onColor(earn),
    'earn-soft': earnSoft,
    'on-earn-soft': onSoft(earn, earnSoft),
    warn,
    'on-warn': onColor(warn),
    'warn-soft': warnSoft,
    'on-warn-soft': onSoft(warn, warnSoft),
    danger,
    'on-danger': onColor(danger),
    'danger-soft': dangerSoft,
    'on-danger-soft': onSoft(danger, dangerSoft),
    done,
    'on-done': onColor(done),
    'done-soft': doneSoft,
    'on-done-soft': onSoft(done, doneSoft),

    header,
    'on-header': inkOr(header),
    footer,
    'on-footer': inkOr(footer),
  }
}

function lighter(color: string): string {
  const { l, c, h } = toOklch(color)
  return fromOklch({ l: Math.min(1, l + 0.02), c: c * 0.6, h })
}
