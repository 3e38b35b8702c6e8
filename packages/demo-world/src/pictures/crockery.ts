import { n } from './scene.ts'

/** Glazes: rim, well, and the shade that models both. */
export const glazes = {
  porcelain: { rim: '#fbf8f3', well: '#f4efe7', shade: '#b9a999', edge: '#e2d8ca', speckle: null },
  cream: { rim: '#f3e6d0', well: '#ecdcc2', shade: '#a98a62', edge: '#c99f6b', speckle: '#8c6a45' },
  charcoal: { rim: '#45474b', well: '#37393d', shade: '#101113', edge: '#6a6d72', speckle: '#8b8e93' },
  sage: { rim: '#b9c7ab', well: '#a9b99b', shade: '#5f6e54', edge: '#8b6f4e', speckle: '#6b7a5e' },
  terracotta: { rim: '#d08a63', well: '#c67c55', shade: '#6e3417', edge: '#e7b592', speckle: null },
  cobalt: { rim: '#fbf8f3', well: '#f5f1ea', shade: '#a9a2a0', edge: '#2f5fa8', speckle: null },
  ink: { rim: '#33496d', well: '#3d5580', shade: '#141f38', edge: '#c7a06a', speckle: '#9fb1d0' },
  blush: { rim: '#f0cfc0', well: '#eac3b1', shade: '#a66f58', edge: '#d79c84', speckle: '#b9836c' },
  celadon: { rim: '#bcd8cc', well: '#a9ccbe', shade: '#557f70', edge: '#8fb8a7', speckle: null },
} as const
export type Glaze = keyof typeof glazes

let serial = 0
/** Ids of gradients must differ within one drawing. */
function freshId(name: string): string {
  serial = (serial + 1) % 100_000
  return `${name}${serial}`
}

function radial(
  id: string,
  stops: readonly (readonly [number, string, number])[],
  at = 'cx=".5" cy=".5" r=".5"',
) {
  return `<radialGradient id="${id}" ${at}>${stops.map(([offset, color, opacity]) => `<stop offset="${offset}" stop-color="${color}" stop-opacity="${opacity}"/>`).join('')}</radialGradient>`
}

function linear(id: string, stops: readonly (readonly [number, string, number])[]) {
  return `<linearGradient id="${id}" x1=".1" y1="0" x2=".9" y2="1">${stops.map(([offset, color, opacity]) => `<stop offset="${offset}" stop-color="${color}" stop-opacity="${opacity}"/>`).join('')}</linearGradient>`
}

/** A soft shadow as an ellipse that fades out. The color is never black: shadows on food are warm. */
export function softShadow(x: number, y: number, rx: number, ry: number, opacity: number): string {
  const id = freshId('s')
  const stops = [
    [0, '#1d0d05', opacity],
    [0.62, '#1d0d05', opacity * 0.8],
    [0.82, '#1d0d05', opacity * 0.3],
    [1, '#1d0d05', 0],
  ] as const
  return `<defs>${radial(id, stops)}</defs><ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="url(#${id})"/>`
}

/** A plate, seen from above (`flat` 1) or from the side (0.4: an ellipse). */
export function plate(x: number, y: number, r: number, glaze: Glaze, flat = 1): string {
  const g = glazes[glaze]
  const [rim, well, bowl] = [freshId('p'), freshId('p'), freshId('p')]
  const thickness = flat < 1 ? r * 0.07 : 0
  const ellipse = (k: number, paint: string, dy = 0) =>
    `<ellipse cx="${n(x)}" cy="${n(y + dy)}" rx="${n(r * k)}" ry="${n(r * k * flat)}" ${paint}/>`
  return [
    softShadow(x + r * 0.08, y + r * 0.1 * (flat < 1 ? 0.9 : 1) + thickness, r * 1.2, r * 1.18 * flat, 0.5),
    `<defs>${linear(rim, [
      [0, '#ffffff', 0.75],
      [0.4, g.rim, 0],
      [1, g.shade, 0.55],
    ])}${linear(well, [
      [0, g.shade, 0.42],
      [0.45, g.well, 0],
      [1, '#ffffff', 0.5],
    ])}${radial(bowl, [
      [0, '#ffffff', 0.16],
      [0.9, '#ffffff', 0],
      [1, g.shade, 0.22],
    ])}</defs>`,
    thickness > 0
      ? ellipse(1, `fill="${g.shade}"`, thickness) + ellipse(0.995, `fill="${g.edge}"`, thickness * 0.6)
      : '',
    ellipse(1, `fill="${g.edge}"`),
    ellipse(0.985, `fill="${g.rim}"`),
    ellipse(0.985, `fill="url(#${rim})"`),
    ellipse(0.76, `fill="${g.shade}" fill-opacity=".28"`),
    ellipse(0.75, `fill="${g.well}"`),
    ellipse(0.75, `fill="url(#${well})"`),
    ellipse(0.7, `fill="url(#${bowl})"`),
    g.speckle ? speckles(x, y, r, flat, g.speckle) : '',
    glaze === 'cobalt'
      ? ellipse(0.87, `fill="none" stroke="${g.edge}" stroke-opacity=".55" stroke-width="${n(r * 0.016)}"`)
      : '',
  ].join('')
}

function speckles(x: number, y: number, r: number, flat: number, color: string): string {
  return Array.from({ length: 46 }, (_, i) => {
    const [angle, reach] = [i * 2.39996 + x, Math.sqrt((i + 0.5) / 46) * r * 0.97]
    return `<circle cx="${n(x + Math.cos(angle) * reach)}" cy="${n(y + Math.sin(angle) * reach * flat)}" r="${n(0.9 + (i % 4) * 0.55)}" fill="${color}" fill-opacity=".42"/>`
  }).join('')
}

export function bowl(x: number, y: number, r: number, glaze: Glaze, filling: string): string {
  const g = glazes[glaze]
  const [rim, inside, depth] = [freshId('b'), freshId('b'), freshId('b')]
  return [
    softShadow(x + r * 0.14, y + r * 0.17, r * 1.26, r * 1.26, 0.58),
    `<defs>${linear(rim, [
      [0, '#ffffff', 0.8],
      [0.45, g.rim, 0],
      [1, g.shade, 0.7],
    ])}${linear(inside, [
      [0, g.shade, 0.85],
      [0.5, g.well, 0.1],
      [1, '#ffffff', 0.4],
    ])}${radial(
      depth,
      [
        [0.7, '#1d0d05', 0],
        [0.93, '#1d0d05', 0.16],
        [1, '#1d0d05', 0.5],
      ],
      'cx=".56" cy=".57" r=".56"',
    )}</defs>`,
    circle(x, y, r, g.edge),
    circle(x, y, r * 0.985, g.rim),
    circle(x, y, r * 0.985, `url(#${rim})`),
    circle(x, y, r * 0.925, g.well),
    circle(x, y, r * 0.925, `url(#${inside})`),
    filling,
    circle(x, y, r * 0.86, `url(#${depth})`),
  ].join('')
}

export const circle = (x: number, y: number, r: number, paint: string, more = '') =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${paint}" ${more}/>`

export interface Board {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly turn: number
  readonly color: string
  readonly grain: string
  readonly round: number
  readonly lines: boolean
}

export function board({ x, y, width, height, turn, color, grain, round, lines: lined }: Board): string {
  const [gloss, blur] = [freshId('t'), freshId('t')]
  const rect = (dx: number, dy: number, paint: string, inset = 0) =>
    `<rect x="${n(x - width / 2 + dx + inset)}" y="${n(y - height / 2 + dy + inset)}" width="${n(width - inset * 2)}" height="${n(height - inset * 2)}" rx="${round}" ${paint}/>`
  const lines = Array.from({ length: lined ? 7 : 0 }, (_, i) => {
    const at = y - height / 2 + ((i + 0.6) * height) / 7.2
    const bend = ((i * 37) % 11) - 5
    return `<path d="M${n(x - width / 2 + 14)} ${n(at)}q${n(width / 4)} ${bend * 2} ${n(width / 2 - 14)} ${bend}t${n(width / 2 - 14)} ${-bend}" stroke="${grain}" stroke-opacity=".3" stroke-width="${2 + (i % 3)}" fill="none"/>`
  })
  return `<g transform="rotate(${n(turn)} ${n(x)} ${n(y)})"><defs>${linear(gloss, [
    [0, '#ffffff', 0.34],
    [0.5, '#ffffff', 0],
    [1, '#1d0d05', 0.24],
  ])}<filter id="${blur}" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="16"/></filter></defs>${rect(16, 20, `fill="#1d0d05" fill-opacity=".55" filter="url(#${blur})"`)}${rect(3, 6, `fill="${grain}"`)}${rect(0, 0, `fill="${color}"`)}${lines.join('')}${rect(0, 0, `fill="url(#${gloss})"`)}</g>`
}

export function napkin(
  x: number,
  y: number,
  size: number,
  turn: number,
  color: string,
  stripe: string,
): string {
  const [gloss, blur] = [freshId('n'), freshId('n')]
  const half = size / 2
  const shape = `M${-half} ${-half * 0.92}Q0 ${-half * 1.06} ${half} ${-half * 0.95}Q${n(half * 1.07)} 0 ${n(half * 0.96)} ${half}Q0 ${n(half * 0.93)} ${-half} ${n(half * 1.02)}Q${n(-half * 0.93)} 0 ${-half} ${n(-half * 0.92)}Z`
  return `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(turn)})"><defs>${linear(gloss, [
    [0, '#ffffff', 0.4],
    [0.48, '#ffffff', 0.02],
    [0.52, '#1d0d05', 0.13],
    [1, '#1d0d05', 0.03],
  ])}<filter id="${blur}" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="11"/></filter></defs><path d="${shape}" transform="translate(9 12)" fill="#1d0d05" fill-opacity=".4" filter="url(#${blur})"/><path d="${shape}" fill="${color}"/><path d="M${n(-half * 0.86)} ${-half}V${half}M${n(-half * 0.78)} ${-half}V${half}M${-half} ${n(half * 0.82)}H${half}" stroke="${stripe}" stroke-opacity=".6" stroke-width="5" fill="none"/><path d="${shape}" fill="url(#${gloss})"/></g>`
}
