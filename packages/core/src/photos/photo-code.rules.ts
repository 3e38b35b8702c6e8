import { hashText } from '../shared/text/hash-text.ts'

/*
 * `images.placeholder` on the wire is a letter for the edges' color, the version, and a letter for the middle's color.
 */

export const edgeColors = {
  a: '#5f4a39',
  b: '#55645f',
  c: '#ae8860',
  d: '#bba085',
  e: '#a2694b',
  f: '#a3967b',
} as const
export const middleColors = { y: '#c79a69', m: '#90674a', r: '#b2553b', g: '#8c8648' } as const
/** Drawings of placeholders have these grounds. */
export const drawnColors = { p: '#e9e3d8', q: '#dde4df', s: '#e7dedb', t: '#dde2e8', u: '#e4e2d6' } as const

export type Rgb = readonly [red: number, green: number, blue: number]

/** `seed` stands for the content and the crop. */
export function photoCode(edge: Rgb, middle: Rgb, seed: string): string {
  return `${nearest(edgeColors, edge)}${version(seed)}${nearest(middleColors, middle)}`
}

/** The content is the same, with another crop. */
export function photoCodeWithSeed(code: string, seed: string): string {
  return `${code.at(0)}${version(seed)}${code.at(-1)}`
}

/** Increase when the drawing changes. */
const drawingEdition = 1

export function drawingCode({ name, cuisines }: { name: string; cuisines: readonly string[] }): string {
  const letters = Object.keys(drawnColors)
  const letter = letters[hashText(cuisines[0] ?? '') % letters.length]!
  return `${letter}${version(`${drawingEdition} ${name} ${cuisines.join('|')}`)}n`
}

const version = (seed: string): string => hashText(seed).toString(36).padStart(6, '0').slice(-6)

function nearest<T extends string>(colors: Readonly<Record<T, string>>, [red, green, blue]: Rgb): T {
  const distance = (hex: string) => {
    const value = Number.parseInt(hex.slice(1), 16)
    return Math.hypot((value >> 16) - red, ((value >> 8) & 255) - green, (value & 255) - blue)
  }
  const letters = Object.keys(colors) as T[]
  return letters.reduce((best, letter) => (distance(colors[letter]) < distance(colors[best]) ? letter : best))
}
