import { toOklch } from './color.ts'
import type { Theme } from './theme.ts'
import { themeColors } from './theme-colors.ts'

/*
 * The semantic tokens, which are all that components know of a partner's looks:
 *
 *   --color-page -surface -surface-raised -sunken   grounds: paper, what lies on it, what floats, what is set in
 *   --color-ink -ink-soft                           text, on any ground
 *   --color-line -line-strong                       rules between things; edges of fields (3:1)
 *   --color-brand -on-brand -brand-soft -on-brand-soft
 *   --color-action -action-hover -on-action         the main button
 *   --color-link -focus                             on any ground
 *   --color-earn|warn|danger|done                   as text on page, surface, surface-raised; as fill with -on-…
 *   --color-…-soft, --color-on-…-soft               a quiet notice or chip of that meaning
 *   --color-header -on-header -footer -on-footer
 *   --radius-control -card -pill -avatar · --border-width -style · --shadow-card -raised
 *   --font-display -body · --display-weight -tracking · --label-case -tracking (text-transform, letter-spacing)
 */

const bodyFont = 'Arial, "Helvetica Neue", Helvetica, sans-serif'

export function themeCss(theme: Theme): string {
  const declarations = [
    `color-scheme:${theme.scheme}`,
    ...Object.entries(themeColors(theme)).map(([name, value]) => `--color-${name}:${value}`),
    ...Object.entries(shapeTokens(theme)).map(([name, value]) => `--${name}:${value}`),
    ...Object.entries(typeTokens(theme)).map(([name, value]) => `--${name}:${value}`),
  ]
  return `:root{${declarations.join(';')}}`
}

/** The fallback is Arial with the same metrics, so that headings do not move when the font arrives. */
export function fontFaceCss({ display }: Theme, href: string): string {
  const weights = display.weights.join(' ')
  const { sizeAdjust, ascent, descent } = display.fallback
  return (
    `@font-face{font-family:"${display.family}";font-weight:${weights};font-display:swap;` +
    `src:url("${href}") format("woff2")}` +
    `@font-face{font-family:"${standInOf(display.family)}";src:local("Arial"),local("Liberation Sans"),local("Arimo");size-adjust:${sizeAdjust}%;` +
    `ascent-override:${ascent}%;descent-override:${descent}%;line-gap-override:0%}`
  )
}

const standInOf = (family: string): string => `${family} stand-in`

/** The initials of people stand on a shape that belongs to the theme's ground. */
const avatarRadius: Record<Theme['layout']['ground'], string> = {
  sun: '50%',
  arch: '50% 50% var(--radius-control) var(--radius-control)',
  grid: 'var(--radius-control)',
  sticker: '50% 50% 50% 15%',
  stamp: '0',
}

function shapeTokens({ shape, scheme, colors, layout }: Theme) {
  const { h } = toOklch(colors.ink)
  const shade = (alpha: number) =>
    scheme === 'dark' ? `rgb(0 0 0/${(alpha * 3).toFixed(2)})` : `oklch(.28 .05 ${h.toFixed(0)}/${alpha})`
  const shadows: Record<Theme['shape']['shadow'], readonly [card: string, raised: string]> = {
    none: ['none', `0 4px 14px ${shade(0.14)}`],
    crisp: [`0 1px 2px ${shade(0.1)}`, `0 2px 4px ${shade(0.1)},0 8px 20px ${shade(0.12)}`],
    soft: [
      `0 1px 2px ${shade(0.06)},0 4px 14px ${shade(0.07)}`,
      `0 2px 6px ${shade(0.08)},0 14px 36px ${shade(0.14)}`,
    ],
    deep: [`0 2px 10px ${shade(0.12)}`, `0 6px 16px ${shade(0.14)},0 20px 48px ${shade(0.2)}`],
  }
  const [card, raised] = shadows[shape.shadow]
  return {
    'radius-control': `${shape.radiusControl}px`,
    'radius-card': `${shape.radiusCard}px`,
    'radius-pill': '999px',
    'radius-avatar': avatarRadius[layout.ground],
    'border-width': `${shape.borderWidth}px`,
    'border-style': shape.borderStyle,
    'shadow-card': card,
    'shadow-raised': raised,
  }
}

function typeTokens({ display, labels }: Theme) {
  return {
    'font-display': `"${display.family}","${standInOf(display.family)}",${bodyFont}`,
    'font-body': bodyFont,
    'display-weight': String(display.weight),
    'display-tracking': `${display.tracking}em`,
    'label-case': labels.case,
    'label-tracking': `${labels.tracking}em`,
  }
}
