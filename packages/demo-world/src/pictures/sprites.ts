import sharp, { type OverlayOptions } from 'sharp'
import { softShadow } from './crockery.ts'
import { foodPixels } from './food-pixels.ts'
import { footOf, lyingShadow, type Pixels, pixelsOf, softened } from './pixels.ts'
import type { Sprite } from './scene.ts'

/** `scale`: pixels a unit; `left` and `top`: pixels cut off. */
export async function placeSprite(
  sprite: Sprite,
  { scale, left, top }: { scale: number; left: number; top: number },
): Promise<OverlayOptions[]> {
  const size = Math.max(8, Math.round(sprite.size * scale))
  const piece = await turned(sprite, size)
  // Standing pieces are placed by their foot, lying ones by their middle.
  const foot = sprite.shadow === 'standing' ? footOf(piece) : piece.height / 2
  const x = Math.round(sprite.x * scale - left - piece.width / 2)
  const y = Math.round(sprite.y * scale - top - foot)
  const { image, room } = sprite.blur ? await softened(piece, sprite.blur * scale) : { image: piece, room: 0 }
  const over = overlay(image, x - room, y - room)
  if (sprite.shadow === 'standing') return [standingShadow(sprite, size, x, y + foot), over]
  const shadow = await lyingShadow(piece, size)
  return [overlay(shadow.image, x - shadow.room, y - shadow.room), over]
}

const overlay = (image: Pixels, left: number, top: number): OverlayOptions => ({
  input: image.data,
  raw: { width: image.width, height: image.height, channels: 4 },
  left: Math.round(left),
  top: Math.round(top),
})

async function turned(sprite: Sprite, size: number): Promise<Pixels> {
  const food = await foodPixels(sprite.emoji)
  let image = sharp(food.data, { raw: { width: food.width, height: food.height, channels: 4 } })
    .flop(sprite.flip ?? false)
    .resize(size, size, { kernel: size > 256 ? 'mitchell' : 'lanczos3' })
  if (sprite.rotate) image = image.rotate(sprite.rotate, { background: '#00000000' })
  return pixelsOf(image)
}

const narrowFeet = ['wine', 'martini', 'cocktail', 'champagne']

/** Drawn in its own small picture: one of the whole frame for each would cost more than the food. */
function standingShadow(sprite: Sprite, size: number, x: number, foot: number): OverlayOptions {
  const [width, height] = [Math.round(size * 1.7), Math.round(size * 0.4)]
  const foothold = narrowFeet.includes(sprite.emoji) ? 0.2 : 0.37
  const soft = sprite.blur ? 0.6 : 1
  const ellipses =
    softShadow(0.72, 0.01, 0.56, 0.1, 0.42 * soft) + softShadow(0.53, 0.0, foothold, 0.055, 0.62 * soft)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="-0.35 -0.2 1.7 0.4">${ellipses}</svg>`
  return {
    input: Buffer.from(svg),
    left: Math.round(x - 0.35 * size),
    top: Math.round(foot - height / 2 - 0.015 * size),
  }
}
