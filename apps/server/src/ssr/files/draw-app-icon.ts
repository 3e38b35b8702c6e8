import type { Partner } from '@dineward/core/partner/partner.ts'
import type { Logo } from '@dineward/core/partner/theme/logo.ts'
import sharp from 'sharp'

/** 'maskable' may be cut to any shape; the phone rounds 'touch'. */
export type IconPurpose = 'any' | 'maskable' | 'touch'

/** Ratio of a mark's sides within which it can be an icon. */
const mostUneven = 1.6
/** It is the side of the measured drawing, in pixels. */
const sample = 64
const leastInk = 40

/** They are shares of an icon's side. Only the middle circle of 80 % of a maskable icon is safe. */
const shares: Record<IconPurpose, { readonly onOwnGround: number; readonly onOurs: number }> = {
  any: { onOwnGround: 1, onOurs: 0.72 },
  maskable: { onOwnGround: 0.8, onOurs: 0.56 },
  touch: { onOwnGround: 0.94, onOurs: 0.66 },
}

/** A mark with its own ground keeps it; others get the header's color. @throws a sentence that names the file. */
export async function drawIcon(
  { theme, logoMark }: Partner,
  purpose: IconPurpose,
  size: number,
): Promise<Buffer> {
  return naming('logo-mark.svg', async () => {
    const own = await ownGround(logoMark)
    const ground = own ?? theme.colors.header
    await assertVisible(logoMark, ground)
    const share = own ? shares[purpose].onOwnGround : shares[purpose].onOurs
    const mark = await drawSvg(logoMark, Math.round(size * share))
    const filled = purpose !== 'any' || own === null
    const icon = sharp({
      create: { width: size, height: size, channels: 4, background: filled ? ground : transparent },
    }).composite([{ input: mark, gravity: 'center' }])
    return icon.png({ compressionLevel: 9, palette: false }).toBuffer()
  })
}

export async function drawSocialPicture(
  { theme, logo }: Partner,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<Buffer> {
  return naming('logo.svg', async () => {
    const { header, brand, action } = theme.colors
    const band = Math.round(height * 0.04)
    const scale = Math.min((width * 0.7) / logo.width, (height * 0.4) / logo.height)
    const name = await drawSvg(logo, Math.round(Math.max(logo.width, logo.height) * scale))
    return sharp({ create: { width, height, channels: 4, background: header } })
      .composite([
        { input: rectangle(width, band, brand), gravity: 'south' },
        { input: rectangle(Math.round(width / 5), band, action), gravity: 'southwest' },
        { input: name, gravity: 'center' },
      ])
      .png({ compressionLevel: 9 })
      .toBuffer()
  })
}

const transparent = { r: 0, g: 0, b: 0, alpha: 0 }

async function naming<T>(file: string, draw: () => Promise<T>): Promise<T> {
  try {
    return await draw()
  } catch (cause) {
    throw new Error(
      `${file}: cannot be drawn as an app icon — ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    )
  }
}

/** The longer side has `pixels`, the shape is the viewBox's: the file's own size is ignored. */
async function drawSvg({ svg, width, height }: Logo, pixels: number): Promise<Buffer> {
  const scale = pixels / Math.max(width, height)
  const measures = `width="${Math.max(1, width * scale)}" height="${Math.max(1, height * scale)}"`
  const sized = svg.replace(/<svg\b[^>]*>/, root =>
    root.replace(/\s(?:width|height)=(?:"[^"]*"|'[^']*')/g, '').replace(/^<svg/, `<svg ${measures}`),
  )
  return sharp(Buffer.from(sized)).png().toBuffer()
}

/** It is the color that reaches all four edges; null where there is none. */
async function ownGround(mark: Logo): Promise<string | null> {
  const { width, height } = mark
  if (Math.max(width / height, height / width) > mostUneven)
    throw new Error('it is far wider than high, or far higher than wide')
  const at = await pixelsOf(mark)
  const [middle, end] = [sample / 2, sample - 2]
  const edges = [at(middle, 1), at(middle, end), at(1, middle), at(end, middle)]
  const [first] = edges
  const isGround = first !== undefined && edges.every(edge => edge[3] === 255 && isLike(edge, first))
  return isGround ? `#${first.slice(0, 3).map(hex).join('')}` : null
}

async function assertVisible(mark: Logo, ground: string): Promise<void> {
  const at = await pixelsOf(mark, ground)
  const paper = [1, 3, 5].map(start => Number.parseInt(ground.slice(start, start + 2), 16))
  let ink = 0
  for (let y = 0; y < sample; y++) for (let x = 0; x < sample; x++) if (!isLike(at(x, y), paper)) ink += 1
  if (ink < leastInk) throw new Error('it shows nothing on its ground')
}

async function pixelsOf(
  mark: Logo,
  background: string | typeof transparent = transparent,
): Promise<(x: number, y: number) => number[]> {
  const square = await sharp(await drawSvg(mark, sample))
    .resize(sample, sample, { fit: 'contain', background: transparent })
    .flatten(typeof background === 'string' ? { background } : false)
    .ensureAlpha()
    .raw()
    .toBuffer()
  return (x, y) => [...square.subarray((y * sample + x) * 4, (y * sample + x) * 4 + 4)]
}

const isLike = (a: readonly number[], b: readonly number[]): boolean =>
  [0, 1, 2].every(channel => Math.abs((a[channel] ?? 0) - (b[channel] ?? 0)) <= 20)

const hex = (value: number): string => value.toString(16).padStart(2, '0')

function rectangle(width: number, height: number, color: string): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${color}"/></svg>`,
  )
}
