import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { imageSize } from '@dineward/core/photos/image-presets.ts'
import { drawingCode, drawnColors } from '@dineward/core/photos/photo-code.rules.ts'
import sharp, { type Sharp } from 'sharp'
import type { Variant } from './image-variants.rules.ts'

/** Made by the build, so that a machine without fonts draws the same letters. */
const typeface = fileURLToPath(new URL('../../../dist/fonts/menu.ttf', import.meta.url))
const inks: Record<keyof typeof drawnColors, string> = {
  p: '#7a6a52',
  q: '#5d7267',
  s: '#83645d',
  t: '#5d6b7e',
  u: '#706d4e',
}

/** A drawn table with the restaurant's initial, used without a photo. */
export async function drawMerchant(
  merchant: { readonly name: string; readonly cuisines: readonly string[] },
  { preset, density }: Pick<Variant, 'preset' | 'density'>,
): Promise<Sharp> {
  await loadTypeface()
  const letter = drawingCode(merchant)[0] as keyof typeof drawnColors
  const [ground, ink] = [drawnColors[letter], inks[letter]]
  const { width, height } = imageSize(preset, density)
  const high = Math.round((1_000 * height) / width)
  const y = high / 2 - (preset === 'thumbnail' ? 0 : 40)
  const cuisine = preset === 'thumbnail' ? '' : (merchant.cuisines[0] ?? '')
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 1000 ${high}">
    <defs><radialGradient id="light" cx=".5" cy=".42" r=".75"><stop offset="0" stop-color="#fff" stop-opacity=".55"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient></defs>
    <rect width="1000" height="${high}" fill="${ground}"/><rect width="1000" height="${high}" fill="url(#light)"/>
    <g transform="translate(500 ${y})" fill="none" stroke="${ink}" stroke-linecap="round" stroke-linejoin="round">
      <circle r="196" fill="#fff" fill-opacity=".5" stroke-opacity=".5" stroke-width="5"/>
      <circle r="142" stroke-opacity=".3" stroke-width="4"/>
      <g stroke-opacity=".6" stroke-width="11">${fork}${knife}</g>
      <text y="46" text-anchor="middle" font-family="${family}" font-size="132" fill="${ink}" stroke="none">${initialOf(merchant.name)}</text>
    </g>
    <text x="500" y="${high - 62}" text-anchor="middle" font-family="${family}" font-size="40" letter-spacing="5" fill="${ink}" fill-opacity=".85">${escapeXml(cuisine)}</text></svg>`),
  )
}

const family = "'Young Serif', Georgia, 'DejaVu Serif', serif"
const fork = '<path d="M-312-150v300M-352-150v70q0 40 40 40t40-40v-70"/>'
const knife = '<path d="M312 150v-300q-40 30-40 110v60h40"/>'

/** Empty for a name in letters that the typeface does not have. */
function initialOf(name: string): string {
  return /[\p{Script=Latin}\d]/u.exec(name)?.[0].toUpperCase() ?? ''
}

/** Drops characters that XML cannot hold. */
function escapeXml(content: string): string {
  return content
    .replace(/[^\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`)
}

let loaded: Promise<unknown> | null = null

/** sharp knows a typeface once it has drawn a word in it. */
function loadTypeface(): Promise<unknown> {
  loaded ??= existsSync(typeface)
    ? sharp({ text: { text: 'a', fontfile: typeface, font: 'Young Serif 12', dpi: 72 } })
        .raw()
        .toBuffer()
        .catch(() => null)
    : Promise.resolve()
  return loaded
}
