import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { type Emoji, emoji } from './emoji.ts'
import { type Pixels, pixelsOf } from './pixels.ts'

const assets = join(
  dirname(createRequire(import.meta.url).resolve('@lobehub/fluent-emoji-3d/package.json')),
  'assets',
)

const known = new Map<Emoji, Promise<Pixels>>()

/** About a hundred pieces of 256 KB each, cached. */
export function foodPixels(name: Emoji): Promise<Pixels> {
  let pixels = known.get(name)
  if (!pixels) {
    pixels = read(name)
    known.set(name, pixels)
  }
  return pixels
}

async function read(name: Emoji): Promise<Pixels> {
  const pixels = await pixelsOf(sharp(join(assets, `${emoji[name]}.webp`)).ensureAlpha())
  if (name === 'steak') sear(pixels.data)
  else grade(pixels.data)
  return pixels
}

/** The pieces are drawn with cool magenta shadows; take blue out where red leads, give it back where green does. */
function grade(data: Buffer): void {
  for (let i = 0; i < data.length; i += 4) {
    const [r, g, b] = [data[i]!, data[i + 1]!, data[i + 2]!]
    const green = 0.05 * r + 0.97 * g - 0.02 * b
    let blue = -0.15 * r + 0.29 * g + 0.86 * b
    // Shaded whites are lilac (almost neutral, more blue than green): make them ivory.
    const spread = Math.max(r, g, b) - Math.min(r, g, b)
    if (spread < 70 && blue > green) blue = green - (1 - spread / 70) * 8
    data[i] = clamp(1.02 * r + 0.02 * g - 0.04 * b)
    data[i + 1] = clamp(green)
    data[i + 2] = clamp(blue)
  }
}

/** The emoji steak is raw: turn its meat brown and its fat into a crust. */
function sear(data: Buffer): void {
  for (let i = 0; i < data.length; i += 4) {
    const [r, g, b] = [data[i]!, data[i + 1]!, data[i + 2]!]
    const meat = Math.min(1, Math.max(0, (r - g - 50) / 60))
    const light = (0.35 * r + 0.45 * g + 0.2 * b) / 255
    const crust = 1 - meat
    data[i] = clamp(meat * (70 + light * 250) + crust * light * 205)
    data[i + 1] = clamp(meat * (24 + light * 120) + crust * light * 132)
    data[i + 2] = clamp(meat * (20 + light * 88) + crust * light * 78)
  }
}

const clamp = (value: number) => Math.max(0, Math.min(255, value))
