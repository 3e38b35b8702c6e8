import { seededRandom } from '@dineward/core/shared/seeded-random.ts'
import { circle } from './crockery.ts'
import { n } from './scene.ts'

/** Fills a bowl or covers a plate, seen from above. */
export type Filling = (x: number, y: number, r: number, seed: string) => string

const gloss = (x: number, y: number, r: number, opacity: number) =>
  `<ellipse cx="${n(x - r * 0.3)}" cy="${n(y - r * 0.36)}" rx="${n(r * 0.34)}" ry="${n(r * 0.17)}" fill="#fff" fill-opacity="${opacity}" transform="rotate(-38 ${n(x - r * 0.3)} ${n(y - r * 0.36)})"/>`

function pool(x: number, y: number, r: number, light: string, dark: string): string {
  const id = `pool${Math.round(x * 7 + y * 13 + r)}`
  return `<defs><radialGradient id="${id}" cx=".4" cy=".36" r=".7"><stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${dark}"/></radialGradient></defs>${circle(x, y, r, `url(#${id})`)}`
}

function strands(x: number, y: number, r: number, seed: string, options: Strands): string {
  const random = seededRandom(seed)
  const lines: string[] = []
  for (let i = 0; i < options.count; i++) {
    const turn = options.swirl ? i * 137.5 : random.between(-16, 16) + options.turn
    const off = options.swirl ? random.between(0.1, 0.92) * r : random.between(-0.95, 0.95) * r
    const path = options.swirl
      ? `M${n(off)} 0A${n(off)} ${n(off * random.between(0.8, 1))} 0 ${random.chance(0.4) ? 1 : 0} 1 ${n(-off * 0.86)} ${n(off * 0.4)}`
      : wave(off, r, random.between(6, 20), random.chance(0.5))
    const width = options.width * random.between(0.85, 1.15)
    const color = random.pick(options.colors)
    lines.push(
      `<g transform="rotate(${n(turn)})" fill="none" stroke-linecap="round"><path d="${path}" stroke="${options.shade}" stroke-opacity=".5" stroke-width="${n(width * 1.35)}" transform="translate(1.5 3)"/><path d="${path}" stroke="${color}" stroke-width="${n(width)}"/><path d="${path}" stroke="#fff" stroke-opacity=".3" stroke-width="${n(width * 0.26)}" transform="translate(-1 -1.6)"/></g>`,
    )
  }
  return `<g transform="translate(${n(x)} ${n(y)})">${lines.join('')}</g>`
}

interface Strands {
  readonly count: number
  readonly width: number
  readonly colors: readonly string[]
  readonly shade: string
  readonly swirl: boolean
  readonly turn: number
}

function wave(off: number, r: number, height: number, up: boolean): string {
  const half = Math.sqrt(Math.max(0, r * r - off * off)) * 0.96
  const h = up ? height : -height
  return `M${n(-half)} ${n(off)}C${n(-half * 0.6)} ${n(off - h)} ${n(-half * 0.3)} ${n(off + h)} 0 ${n(off)}S${n(half * 0.6)} ${n(off - h)} ${n(half)} ${n(off + h * 0.4)}`
}

function scatter(
  x: number,
  y: number,
  r: number,
  seed: string,
  count: number,
  one: (x: number, y: number, turn: number) => string,
) {
  const random = seededRandom(seed)
  return Array.from({ length: count }, () => {
    const [angle, reach] = [random.between(0, 6.28), Math.sqrt(random.next()) * r]
    return one(x + Math.cos(angle) * reach, y + Math.sin(angle) * reach, random.between(0, 360))
  }).join('')
}

const scallion = (x: number, y: number) =>
  `<circle cx="${n(x + 1)}" cy="${n(y + 3)}" r="8.5" fill="#20340d" fill-opacity=".35"/><circle cx="${n(x)}" cy="${n(y)}" r="7" fill="#d9efac" stroke="#5f9b37" stroke-width="4"/>`
const drop = (x: number, y: number, turn: number) =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(4 + turn / 36)}" fill="#ffd58a" fill-opacity=".32" stroke="#fff1cf" stroke-opacity=".5" stroke-width="1.4"/>`
const sesame = (color: string) => (x: number, y: number, turn: number) =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="5" ry="2.8" fill="${color}" transform="rotate(${n(turn)} ${n(x)} ${n(y)})"/>`
const leaf = (x: number, y: number, turn: number) =>
  `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(turn)})"><path d="M-19 2C-8-15 10-14 21 1C9 15-8 15-19 2Z" fill="#1e2d0c" fill-opacity=".35" transform="translate(3 5)"/><path d="M-19 0C-8-17 10-16 21-1C9 13-8 13-19 0Z" fill="#4f8b34"/><path d="M-19 0C-8-17 10-16 21-1Z" fill="#7cb14e"/><path d="M-17 0H18" stroke="#2f5f20" stroke-width="1.6"/></g>`

const chunk = (r: number, light: string, dark: string) => (x: number, y: number, turn: number) =>
  `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(turn)}) scale(${n((r / 100) * (0.8 + turn / 900))})"><path d="M-15 2C-16-9-6-14 3-12C12-11 17-4 15 5C13 12 3 14-5 12C-11 11-14 8-15 2Z" fill="#2a0f04" fill-opacity=".4" transform="translate(2 4)"/><path d="M-15 2C-16-9-6-14 3-12C12-11 17-4 15 5C13 12 3 14-5 12C-11 11-14 8-15 2Z" fill="${dark}"/><path d="M-13 0C-14-9-5-13 3-11C11-10 15-4 12 2C8 8-10 9-13 0Z" fill="${light}"/><path d="M-8-5C-4-9 3-9 6-7" stroke="#fff" stroke-opacity=".5" stroke-width="2" fill="none" stroke-linecap="round"/></g>`

export const halfEgg = (x: number, y: number, r: number, turn: number) =>
  `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(turn)})"><ellipse cx="4" cy="8" rx="${n(r * 1.2)}" ry="${n(r)}" fill="#2a1206" fill-opacity=".38"/><ellipse rx="${n(r * 1.2)}" ry="${n(r)}" fill="#fffaf0"/><ellipse rx="${n(r * 1.2)}" ry="${n(r)}" fill="none" stroke="#e2cfae" stroke-width="3"/><circle cx="${n(r * 0.12)}" r="${n(r * 0.62)}" fill="#f4a01f"/><circle cx="${n(r * 0.06)}" cy="${n(-r * 0.05)}" r="${n(r * 0.46)}" fill="#ffbe3d"/><ellipse cx="${n(-r * 0.14)}" cy="${n(-r * 0.26)}" rx="${n(r * 0.16)}" ry="${n(r * 0.09)}" fill="#fff" fill-opacity=".75"/></g>`

const noodleSoup =
  (light: string, dark: string, noodle: readonly string[]): Filling =>
  (x, y, r, seed) => {
    const turn = seededRandom(seed).between(-40, 40)
    return [
      pool(x, y, r * 0.86, light, dark),
      strands(x - r * 0.04, y + r * 0.05, r * 0.72, seed, {
        count: 44,
        width: r * 0.052,
        colors: noodle,
        shade: dark,
        swirl: false,
        turn,
      }),
      scatter(x, y, r * 0.76, `${seed}oil`, 22, drop),
      scatter(x + r * 0.16, y + r * 0.2, r * 0.36, `${seed}green`, 13, scallion),
      gloss(x, y, r, 0.14),
    ].join('')
  }

const sauced =
  (light: string, dark: string, cream: string): Filling =>
  (x, y, r, seed) =>
    [
      pool(x, y, r * 0.86, light, dark),
      scatter(x, y, r * 0.74, `${seed}a`, 26, (px, py, turn) =>
        circle(px, py, 9 + turn / 22, dark, 'fill-opacity=".28"'),
      ),
      scatter(x, y, r * 0.6, `${seed}k`, 9, chunk(r, light, dark)),
      scatter(x - 4, y - 6, r * 0.7, `${seed}b`, 18, (px, py, turn) =>
        circle(px, py, 7 + turn / 30, '#fff', 'fill-opacity=".13"'),
      ),
      `<path d="M${n(x - r * 0.5)} ${n(y + r * 0.1)}q${n(r * 0.22)} ${n(-r * 0.5)} ${n(r * 0.52)} ${n(-r * 0.2)}t${n(r * 0.4)} ${n(r * 0.22)}" fill="none" stroke="${cream}" stroke-opacity=".9" stroke-width="${n(r * 0.05)}" stroke-linecap="round"/>`,
      scatter(x + r * 0.2, y + r * 0.16, r * 0.22, `${seed}c`, 6, leaf),
      gloss(x, y, r, 0.16),
    ].join('')

const nest =
  (colors: readonly string[], shade: string, sauce: string | null): Filling =>
  (x, y, r, seed) =>
    [
      circle(x + r * 0.04, y + r * 0.08, r * 0.62, shade, 'fill-opacity=".55"'),
      strands(x, y, r * 0.6, seed, { count: 62, width: r * 0.052, colors, shade, swirl: true, turn: 0 }),
      sauce
        ? scatter(x, y, r * 0.27, `${seed}s`, 26, (px, py, turn) =>
            circle(px, py, r * 0.05 + turn / 14, sauce, 'fill-opacity=".92"'),
          ) +
          scatter(x - 5, y - 7, r * 0.24, `${seed}h`, 12, (px, py) =>
            circle(px, py, r * 0.02, '#fff', 'fill-opacity=".35"'),
          )
        : '',
      scatter(x, y, r * 0.16, `${seed}l`, 3, leaf),
      scatter(x, y, r * 0.5, `${seed}p`, 30, sesame('#fff6df')),
    ].join('')

const latte: Filling = (x, y, r) => {
  const k = r / 100
  return `${pool(x, y, r * 0.86, '#b97a45', '#6d3d1d')}<g transform="translate(${n(x)} ${n(y)}) scale(${n(k)}) rotate(-20)"><path d="M0 62C-46 26-64-4-48-34C-34-58-8-52 0-28C8-52 34-58 48-34C64-4 46 26 0 62Z" fill="#f6e4c8"/><path d="M0 40C-28 14-38-6-28-24C-18-38-4-32 0-14C4-32 18-38 28-24C38-6 28 14 0 40Z" fill="#b97a45" fill-opacity=".75"/><path d="M0 22C-12 10-18-2-13-11C-8-18-2-14 0-6C2-14 8-18 13-11C18-2 12 10 0 22Z" fill="#f6e4c8"/></g>${gloss(x, y, r, 0.2)}`
}

const hummus: Filling = (x, y, r, seed) => {
  const swirl = [0.66, 0.5, 0.34, 0.18]
    .map(
      (k, i) =>
        `<ellipse cx="${n(x + i * 3)}" cy="${n(y + i * 2)}" rx="${n(r * k)}" ry="${n(r * k * 0.92)}" fill="none" stroke="#b98f54" stroke-opacity=".5" stroke-width="${n(r * 0.055)}"/><ellipse cx="${n(x + i * 3 - 3)}" cy="${n(y + i * 2 - 4)}" rx="${n(r * k)}" ry="${n(r * k * 0.92)}" fill="none" stroke="#fff6df" stroke-opacity=".6" stroke-width="${n(r * 0.03)}"/>`,
    )
    .join('')
  return `${pool(x, y, r * 0.86, '#f3dcae', '#d6b077')}${swirl}${circle(x + r * 0.06, y + r * 0.04, r * 0.2, '#c98a1d', 'fill-opacity=".75"')}${scatter(x, y, r * 0.6, seed, 34, sesame('#a8371d'))}${scatter(x, y, r * 0.5, `${seed}l`, 4, leaf)}${gloss(x, y, r, 0.2)}`
}

const grains =
  (color: string, shade: string): Filling =>
  (x, y, r, seed) =>
    `${pool(x, y, r * 0.86, color, shade)}${scatter(x, y, r * 0.8, seed, 150, (px, py, turn) => `<ellipse cx="${n(px)}" cy="${n(py)}" rx="9" ry="4" fill="#fff" fill-opacity=".75" stroke="${shade}" stroke-opacity=".45" stroke-width="1.2" transform="rotate(${n(turn)} ${n(px)} ${n(py)})"/>`)}${scatter(x, y, r * 0.7, `${seed}s`, 14, sesame('#2b211c'))}`

const leaves: Filling = (x, y, r, seed) =>
  `${pool(x, y, r * 0.86, '#7d9c4c', '#35511f')}${scatter(x, y, r * 0.72, seed, 34, (px, py, turn) => `<g transform="translate(${n(px)} ${n(py)}) scale(${n(1.6 + turn / 260)}) translate(${n(-px)} ${n(-py)})">${leaf(px, py, turn)}</g>`)}`

const dip =
  (light: string, dark: string): Filling =>
  (x, y, r, seed) =>
    `${pool(x, y, r * 0.86, light, dark)}${scatter(x, y, r * 0.6, seed, 12, sesame('#ffffff55'))}${gloss(x, y, r, 0.28)}`

export const fillings = {
  ramen: noodleSoup('#e9ae62', '#a35a1f', ['#f6dc98', '#eec978', '#fae6b2']),
  spicyRamen: noodleSoup('#de6a34', '#8c2412', ['#f6d58c', '#efc46d', '#f8e0a6']),
  pho: noodleSoup('#c99355', '#855023', ['#f8f1e0', '#efe3c8', '#fffaf0']),
  butterCurry: sauced('#eb9440', '#b04e14', '#fff0d8'),
  redCurry: sauced('#d8552b', '#8d1f10', '#fbe3c8'),
  greenCurry: sauced('#a9b65a', '#5f7a2c', '#f7f3da'),
  dal: sauced('#e9b846', '#b2741a', '#fff4d6'),
  tomatoSoup: sauced('#dd5430', '#9c2410', '#ffe9d2'),
  chowder: sauced('#f5e4c2', '#d8b983', '#fffaf0'),
  mole: sauced('#8d4a26', '#47200f', '#f1dcc0'),
  pomodoro: nest(['#f3cf7c', '#ecc062', '#f8dc98'], '#9a5a1d', '#c7351c'),
  pesto: nest(['#d3cb6c', '#b9ba55', '#e3dc8d'], '#5d6a1f', '#5f8d2f'),
  carbonara: nest(['#f7dc96', '#f1d080', '#fbe8b4'], '#a97a34', null),
  stirFry: nest(['#d69545', '#c27f34', '#e5ac61'], '#6d3811', null),
  latte,
  hummus,
  rice: grains('#fdf8ec', '#d8c8a8'),
  saffronRice: grains('#f6cf63', '#c88d1f'),
  leaves,
  salsa: dip('#d94a2b', '#8f1d10'),
  guacamole: dip('#a9c25a', '#68852c'),
  soy: dip('#5a3420', '#21100a'),
  aioli: dip('#fbecc4', '#dcb978'),
  tzatziki: dip('#fbfaf2', '#cfd6c2'),
  honey: dip('#f0b03a', '#ad6411'),
  peanut: dip('#c98a4b', '#85501f'),
} satisfies Record<string, Filling>

export type FillingName = keyof typeof fillings
