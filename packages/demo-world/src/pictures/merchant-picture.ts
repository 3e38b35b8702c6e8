import { type SeededRandom, seededRandom } from '@dineward/core/shared/seeded-random.ts'
import sharp, { type OverlayOptions, type Sharp } from 'sharp'
import { farBehind, lightOver } from './light.ts'
import type { Families, Look } from './look.ts'
import { looks } from './looks.ts'
import { boardPicture, bowlPicture, platePicture } from './main-dishes.ts'
import { patternPicture, spreadPicture } from './many-plates.ts'
import { type PictureOf, subjectOf } from './picture-code.ts'
import { steamerPicture, wheelPicture } from './round-dishes.ts'
import { drawing, type Layer, n, sceneWidth } from './scene.ts'
import { placeSprite } from './sprites.ts'
import { type Surface, surfaceDrawing, surfaces } from './surfaces.ts'
import { glassesScene, tableScene } from './table-scene.ts'

/** The same for the same restaurant, in any size. */
export async function paintMerchantPicture(
  merchant: PictureOf,
  width: number,
  height: number,
): Promise<Sharp> {
  const random = seededRandom(merchant.id)
  const { dish, table } = subjectOf(merchant, random)
  const look = looks[dish]
  const surface = surfaces[table]
  const fromTheSide = look.family === 'table' || look.family === 'glasses'
  const layers = compose(look, random, surface.dark)
  const whole = frameOf(width, height, still)
  const frame = frameOf(width, height, fromTheSide ? still : camera(random))

  const placed = await Promise.all(merged(layers).map(layer => place(layer, frame)))
  const overlays = placed.flat()
  for (const light of lightOver(random, fromTheSide)) {
    overlays.push({ input: svg(whole, light.svg), left: 0, top: 0, blend: light.blend })
  }
  const ground = fromTheSide
    ? room(table, farBehind(random, surface.dark))
    : offset(random, surfaceDrawing(table))
  const background = await sharp(svg(whole, ground)).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return sharp(background.data, { raw: background.info }).composite(overlays)
}

/** Pixels a unit, and those cut off at the left and the top. */
interface Frame {
  readonly width: number
  readonly height: number
  readonly scale: number
  readonly left: number
  readonly top: number
}

interface Camera {
  readonly zoom: number
  readonly x: number
  readonly y: number
}

const still: Camera = { zoom: 1, x: 500, y: 357 }

function camera(random: SeededRandom): Camera {
  const zoom = random.pick([1, 1.06, 1.12, 1.25])
  const give = (zoom - 1) * 420
  return { zoom, x: 500 + random.between(-give, give), y: 357 + random.between(-give, give) * 0.6 }
}

function frameOf(width: number, height: number, { zoom, x, y }: Camera): Frame {
  const scale = (width / sceneWidth) * zoom
  return { width, height, scale, left: x * scale - width / 2, top: y * scale - height / 2 }
}

const svg = ({ width, height, scale, left, top }: Frame, content: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${n(left / scale)} ${n(top / scale)} ${n(width / scale)} ${n(height / scale)}">${content}</svg>`,
  )

function offset(random: SeededRandom, table: string): string {
  const [x, y] = [random.between(0, 320), random.between(0, 230)]
  const mirror = random.chance(0.5) ? ' transform="translate(1000 0) scale(-1 1)"' : ''
  return `<g${mirror}><svg x="${n(-x)}" y="${n(-y)}" width="1320" height="944">${table}</svg></g>`
}

/** Merge neighboring drawings: each costs an image of the whole frame. */
function merged(layers: readonly Layer[]): Layer[] {
  const result: Layer[] = []
  for (const layer of layers) {
    const last = result.at(-1)
    if (layer.kind === 'drawing' && last?.kind === 'drawing')
      result[result.length - 1] = drawing(last.svg + layer.svg)
    else result.push(layer)
  }
  return result
}

async function place(layer: Layer, frame: Frame): Promise<OverlayOptions[]> {
  if (layer.kind === 'drawing') return [{ input: svg(frame, layer.svg), left: 0, top: 0 }]
  const overlays = await placeSprite(layer, frame)
  const clipped = await Promise.all(overlays.map(overlay => clip(overlay, frame)))
  return clipped.filter(overlay => overlay !== null)
}

function room(table: Surface, behind: string): string {
  const { wall } = surfaces[table]
  return `<rect width="1000" height="714" fill="${wall}"/>${behind}<g transform="translate(0 296) scale(1 .5)"><svg x="-160" width="1320" height="944">${surfaceDrawing(table)}</svg></g><defs><linearGradient id="far" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${wall}"/><stop offset="1" stop-color="${wall}" stop-opacity="0"/></linearGradient><linearGradient id="wall" x1="0" y1="0" x2="1" y2=".7"><stop offset="0" stop-color="#fff" stop-opacity=".35"/><stop offset=".6" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#1d0d05" stop-opacity=".25"/></linearGradient></defs><rect y="292" width="1000" height="70" fill="url(#far)"/><rect width="1000" height="300" fill="url(#wall)"/>`
}

/** sharp refuses overlays that reach over the edge: cut them. */
async function clip(
  { input, raw, left = 0, top = 0 }: OverlayOptions,
  frame: Frame,
): Promise<OverlayOptions | null> {
  const image = sharp(input as Buffer, raw ? { raw } : {})
  const size = raw ?? (await image.metadata())
  const x = Math.max(0, left)
  const y = Math.max(0, top)
  const width = Math.min(frame.width, left + size.width) - x
  const height = Math.min(frame.height, top + size.height) - y
  if (width <= 0 || height <= 0) return null
  if (width === size.width && height === size.height) return { input, left, top, ...(raw ? { raw } : {}) }
  const cut = await image
    .extract({ left: x - left, top: y - top, width, height })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { input: cut.data, raw: cut.info, left: x, top: y }
}

type Compose<F extends keyof Families> = (look: Look<F>, random: SeededRandom, dark: boolean) => Layer[]

const families: { readonly [F in keyof Families]: Compose<F> } = {
  plate: platePicture,
  board: boardPicture,
  bowl: bowlPicture,
  wheel: wheelPicture,
  steamer: steamerPicture,
  table: tableScene,
  glasses: glassesScene,
  pattern: patternPicture,
  spread: spreadPicture,
}

function compose(look: Look, random: SeededRandom, dark: boolean): Layer[] {
  return (families[look.family] as Compose<typeof look.family>)(look as never, random, dark)
}
