import { seededRandom } from '@dineward/core/shared/seeded-random.ts'
import { noiseImage } from './noise.ts'
import { n } from './scene.ts'

type Draw = (width: number, height: number, seed: string) => string

const fill = (color: string) => `<rect width="100%" height="100%" fill="${color}"/>`

const sheen = (strength: number) =>
  `<defs><radialGradient id="sheen" cx="0.2" cy="0.05" r="1.1"><stop offset="0" stop-color="#fff" stop-opacity="${strength}"/><stop offset="0.55" stop-color="#fff" stop-opacity="0"/></radialGradient></defs><rect width="100%" height="100%" fill="url(#sheen)"/>`

const noise = (across: number, down: number, octaves: number, seed: string, color: string, table: string) =>
  noiseImage({ across, down, octaves, seed }, color, table.split(' ').map(Number))

export const marble =
  (ground: string, cloud: string, vein: string): Draw =>
  (_w, _h, seed) =>
    `${fill(ground)}${noise(0.003, 0.005, 3, `${seed}c`, cloud, '0 0 0 .35 .7 .5 0')}
      <g transform="rotate(24 600 400) scale(1.5) translate(-200 -200)">${noise(0.0035, 0.006, 5, `${seed}v`, vein, '0 0 0 0 0 0 .03 .38 .05 0 0 0 0 0 0')}${noise(0.007, 0.012, 4, `${seed}w`, vein, '0 0 0 0 0 0 0 .02 .16 .02 0 0 0 0 0 0')}</g>${sheen(0.3)}`

export const wood =
  (light: string, dark: string, plank: number): Draw =>
  (w, h, seed) => {
    const random = seededRandom(seed)
    const planks: string[] = []
    for (let y = 0; y < h; y += plank) {
      const tint = random.between(0, 0.34)
      planks.push(
        `<rect y="${y}" width="${w}" height="${plank}" fill="${dark}" fill-opacity="${n(tint)}"/><rect y="${y}" width="${w}" height="3" fill="#1c0f06" fill-opacity=".55"/><rect y="${y + 2.5}" width="${w}" height="2" fill="#fff" fill-opacity=".14"/>`,
      )
    }
    return `${fill(light)}${noise(0.0016, 0.045, 4, `${seed}g`, dark, '0 0 .05 .26 .5 .7 .7')}${noise(0.006, 0.16, 2, `${seed}f`, '#2a1508', '0 0 0 .08 .2')}${planks.join('')}${sheen(0.22)}`
  }

const threads = Array.from({ length: 24 }, (_, i) => `M0 ${1.2 + i * 2.5}H60`).join('')
const uprights = Array.from({ length: 24 }, (_, i) => `M${1.2 + i * 2.5} 0V60`).join('')

export const linen =
  (color: string, thread: string): Draw =>
  (_w, _h, seed) =>
    `${fill(color)}<defs><pattern id="weave" width="60" height="60" patternUnits="userSpaceOnUse"><path d="${threads}" stroke="${thread}" stroke-width="1" stroke-opacity=".2" fill="none"/><path d="${uprights}" stroke="#fff" stroke-width=".9" stroke-opacity=".2" fill="none"/></pattern></defs><rect width="100%" height="100%" fill="url(#weave)"/>${noise(0.004, 0.13, 2, `${seed}h`, thread, '0 0 .05 .22 .3')}${noise(0.13, 0.004, 2, `${seed}k`, '#ffffff', '0 0 .05 .2 .25')}${noise(0.0016, 0.0042, 2, `${seed}d`, thread, '0 0 0 .3 .5')}${sheen(0.22)}`

export const terrazzo =
  (ground: string, chips: readonly string[]): Draw =>
  (w, h, seed) => {
    const random = seededRandom(seed)
    const chip = () => {
      const [x, y, r] = [
        random.between(0, w),
        random.between(0, h),
        random.between(4, random.chance(0.2) ? 30 : 15),
      ]
      const turn = random.between(0, 6)
      const corners = Array.from({ length: 6 }, (_, i) => {
        const [angle, reach] = [turn + i * 1.047, r * random.between(0.55, 1)]
        return `${n(x + Math.cos(angle) * reach)},${n(y + Math.sin(angle) * reach)}`
      })
      return `<polygon points="${corners.join(' ')}" fill="${random.pick(chips)}" fill-opacity=".85"/>`
    }
    return `${fill(ground)}${Array.from({ length: 420 }, chip).join('')}${sheen(0.25)}`
  }

export const slate =
  (ground: string, light: string): Draw =>
  (_w, _h, seed) =>
    `${fill(ground)}${noise(0.004, 0.009, 5, `${seed}a`, light, '0 0 0 .2 .42 .55')}${noise(0.02, 0.05, 3, `${seed}b`, '#000000', '0 0 0 .12 .28')}${sheen(0.16)}`

export const tiles =
  (color: string, grout: string, size: number, diagonal = false): Draw =>
  (w, h, seed) => {
    const random = seededRandom(seed)
    const cells: string[] = []
    for (let y = -h; y < h * 2; y += size) {
      for (let x = -w * 0.5; x < w * 1.5; x += size) {
        const [dark, bright] = [random.between(0, 0.3), random.between(0.1, 0.35)]
        const at = `x="${n(x + 3)}" y="${n(y + 3)}" width="${size - 6}" height="${size - 6}" rx="5"`
        cells.push(
          `<rect ${at} fill="${color}"/><rect ${at} fill="#0b1a1a" fill-opacity="${n(dark)}"/><rect ${at} fill="url(#glaze)" fill-opacity="${n(bright)}"/>`,
        )
      }
    }
    return `${fill(grout)}<defs><linearGradient id="glaze" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fff"/><stop offset=".5" stop-color="#fff" stop-opacity=".1"/><stop offset="1" stop-color="#000" stop-opacity=".35"/></linearGradient></defs><g${diagonal ? ` transform="rotate(45 ${w / 2} ${h / 2})"` : ''}>${cells.join('')}</g>${sheen(0.18)}`
  }

export const plaster =
  (ground: string, shade: string): Draw =>
  (_w, _h, seed) =>
    `${fill(ground)}${noise(0.002, 0.003, 3, `${seed}a`, shade, '0 0 0 .22 .4 .5')}${noise(0.012, 0.016, 3, `${seed}b`, '#ffffff', '0 0 0 .07 .14')}${sheen(0.3)}`

export const gingham =
  (ground: string, color: string): Draw =>
  (_w, _h, seed) =>
    `${fill(ground)}<defs><pattern id="check" width="84" height="84" patternUnits="userSpaceOnUse" patternTransform="rotate(12)"><rect width="42" height="84" fill="${color}" fill-opacity=".5"/><rect width="84" height="42" fill="${color}" fill-opacity=".5"/></pattern></defs><rect width="100%" height="100%" fill="url(#check)"/>${noise(0.0016, 0.0042, 2, `${seed}d`, '#3a1a10', '0 0 0 .25 .4')}${sheen(0.25)}`
