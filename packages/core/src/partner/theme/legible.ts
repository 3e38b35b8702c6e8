import { contrast, fromOklch, toOklch } from './color.ts'

/** WCAG AA asks for 4.5 for text, and 3 for large text and for the parts of a control that must be seen. */
export const textContrast = 4.5
export const shapeContrast = 3

/** Near-white or near-black in the fill's hue, white preferred. One of black and white always reaches 4.58:1. */
export function onColor(fill: string): string {
  const { h, c } = toOklch(fill)
  const tint = Math.min(c, 0.02)
  const candidates = [
    fromOklch({ l: 0.985, c: tint / 2, h }),
    '#ffffff',
    fromOklch({ l: 0.2, c: tint * 2, h }),
    '#000000',
  ]
  return candidates.find(candidate => contrast(candidate, fill) >= textContrast) ?? '#000000'
}

/** @returns the color nearest to `wanted`, with the same hue, that reaches `ratio` on every background. */
export function readableOn(wanted: string, backgrounds: readonly string[], ratio: number): string {
  const passes = (color: string) => backgrounds.every(background => contrast(color, background) >= ratio)
  if (passes(wanted)) return wanted
  const { l, c, h } = toOklch(wanted)
  const lighten = isDark(backgrounds[0] ?? '#ffffff')
  const end = lighten ? 1 : 0
  for (let step = 1; step <= 50; step++) {
    const candidate = fromOklch({ l: l + ((end - l) * step) / 50, c, h })
    if (passes(candidate)) return candidate
  }
  return lighten ? '#ffffff' : '#000000'
}

/** One step away from its text color, so that it stays legible. */
export function hoverOf(fill: string): string {
  const { l, c, h } = toOklch(fill)
  const step = isDark(onColor(fill)) ? 0.03 : -0.055
  return fromOklch({ l: l + step, c, h })
}

/** Notices and chips use it. */
export function softOf(color: string, page: string): string {
  const { c, h } = toOklch(color)
  const { l } = toOklch(page)
  return fromOklch({
    l: isDark(page) ? l + 0.12 : l - 0.045,
    c: Math.min(c * 0.4, isDark(page) ? 0.08 : 0.045),
    h,
  })
}

export function isDark(color: string): boolean {
  return contrast(color, '#ffffff') > contrast(color, '#000000')
}
