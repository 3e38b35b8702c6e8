import sharp, { type Sharp } from 'sharp'

export interface Pixels {
  readonly data: Buffer
  readonly width: number
  readonly height: number
}

interface Grown {
  readonly image: Pixels
  readonly room: number
}

export async function pixelsOf(image: Sharp): Promise<Pixels> {
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** The lowest row that is not nearly transparent. */
export function footOf({ data, width, height }: Pixels): number {
  for (let i = data.length - 1; i > 0; i -= 4) if (data[i]! > 100) return Math.floor(i / 4 / width)
  return height
}

/** Blurred at a smaller size, where it costs little. */
export async function softened(piece: Pixels, sigma: number): Promise<Grown> {
  const shrink = Math.max(1, Math.floor(sigma / 1.5))
  const room = Math.ceil((sigma / shrink) * 2.5)
  const blurred = await blur(await shrunk(piece, shrink), sigma / shrink, room)
  return { image: await grown(blurred, shrink), room: room * shrink }
}

const shadowShrink = 4

export async function lyingShadow(piece: Pixels, size: number): Promise<Grown> {
  const room = Math.ceil((size * 0.16) / shadowShrink)
  const [width, height] = [
    Math.ceil(piece.width / shadowShrink) + room * 2,
    Math.ceil(piece.height / shadowShrink) + room * 2,
  ]
  const outline = new Float32Array(width * height)
  const last = shadowShrink / 2
  for (let y = last; y < piece.height; y += shadowShrink) {
    for (let x = last; x < piece.width; x += shadowShrink) {
      const at = ((y - last) / shadowShrink + room) * width + (x - last) / shadowShrink + room
      outline[at] = piece.data[(y * piece.width + x) * 4 + 3]!
    }
  }
  const unit = size / shadowShrink
  const wide = boxBlur(outline, width, unit * 0.045)
  const tight = boxBlur(outline, width, unit * 0.012)
  const data = Buffer.alloc(width * height * 4)
  const away = Math.round(unit * 0.058) * width + Math.round(unit * 0.044)
  const near = Math.round(unit * 0.02) * width + Math.round(unit * 0.014)
  for (let i = 0; i < outline.length; i++) {
    const [far, close] = [(wide[i - away] ?? 0) / 255, (tight[i - near] ?? 0) / 255]
    data[i * 4] = 34
    data[i * 4 + 1] = 15
    data[i * 4 + 2] = 6
    data[i * 4 + 3] = 255 * (1 - (1 - far * 0.44) * (1 - close * 0.38))
  }
  return { image: await grown({ data, width, height }, shadowShrink), room: room * shadowShrink }
}

/** Three passes of a running mean in each direction come close to a Gaussian. */
function boxBlur(source: Float32Array, width: number, radius: number): Float32Array {
  const r = Math.max(1, Math.round(radius))
  let values = source
  for (const stride of [1, width, 1, width, 1, width]) values = runningMean(values, stride, r)
  return values
}

function runningMean(values: Float32Array, stride: number, r: number): Float32Array {
  const mean = new Float32Array(values.length)
  for (let i = 0; i < values.length; i++) {
    let sum = 0
    for (let k = -r; k <= r; k++) sum += values[i + k * stride] ?? 0
    mean[i] = sum / (2 * r + 1)
  }
  return mean
}

async function shrunk(piece: Pixels, shrink: number): Promise<Pixels> {
  const [width, height] = [Math.ceil(piece.width / shrink), Math.ceil(piece.height / shrink)]
  return pixelsOf(open(piece).resize(width, height, { fit: 'fill', kernel: 'linear' }))
}

/** In two steps: sharp extends an image after blurring it when both are requested at once. */
async function blur(piece: Pixels, sigma: number, room: number): Promise<Pixels> {
  const extended = await pixelsOf(
    open(piece).extend({ top: room, bottom: room, left: room, right: room, background: '#00000000' }),
  )
  return pixelsOf(open(extended).blur(Math.max(0.3, sigma)))
}

const grown = (piece: Pixels, factor: number) =>
  factor === 1
    ? Promise.resolve(piece)
    : pixelsOf(open(piece).resize(piece.width * factor, piece.height * factor, { kernel: 'cubic' }))

const open = ({ data, width, height }: Pixels) => sharp(data, { raw: { width, height, channels: 4 } })
