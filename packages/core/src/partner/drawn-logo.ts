import { onColor } from './legible.ts'

/* A program without a logo yet has a plate in its color, and its name beside it. */

/** It has no letters, which would be drawn with whatever fonts a machine has. */
export function drawnMark(brand: string): string {
  const on = onColor(brand)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64" role="img" aria-hidden="true">
  <rect width="64" height="64" rx="14" fill="${brand}"/>
  <circle cx="32" cy="32" r="17" fill="none" stroke="${on}" stroke-width="5"/>
  <circle cx="32" cy="32" r="7" fill="${on}"/>
</svg>
`
}

/** @param color legible on the header */
export function drawnLogo(name: string, { brand, color }: { brand: string; color: string }): string {
  const on = onColor(brand)
  const length = Math.round([...name].length * 11.5)
  const width = 46 + length
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 36" width="${width}" height="36" role="img" aria-label="${escaped(name)}">
  <rect width="36" height="36" rx="8" fill="${brand}"/>
  <circle cx="18" cy="18" r="9.5" fill="none" stroke="${on}" stroke-width="3"/>
  <circle cx="18" cy="18" r="4" fill="${on}"/>
  <text x="46" y="25" textLength="${length}" lengthAdjust="spacingAndGlyphs" fill="${color}" font-family="Arial, Helvetica, sans-serif" font-size="21" font-weight="700">${escaped(name)}</text>
</svg>
`
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, letter => `&#${letter.codePointAt(0)};`)
