import { hashText } from '../shared/hash-text.ts'

/*
 * A picture's code (`images.placeholder` on the wire): a letter for the color of its edges, its version, a letter for
 * the color of its middle. It is part of every address, so that each version can be cached forever, and styles show
 * its colors until the picture is there (`merchant-picture.module.css`).
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
/** Grounds of the drawings that stand in for a photo; their middle has the same color. */
export const drawnColors = { p: '#e9e3d8', q: '#dde4df', s: '#e7dedb', t: '#dde2e8', u: '#e4e2d6' } as const

export type Rgb = readonly [red: number, green: number, blue: number]

/** `seed` is whatever makes the picture another one: its content and how it is cropped. */
export function photoCode(edge: Rgb, middle: Rgb, seed: string): string {
  return `${nearest(edgeColors, edge)}${version(seed)}${nearest(middleColors, middle)}`
}

/** Count it up when the drawing changes. */
const drawingEdition = 1

/** The code of the drawing that stands in for a restaurant without photos. */
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
