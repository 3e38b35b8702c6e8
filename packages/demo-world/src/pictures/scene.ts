import type { Emoji } from './emoji.ts'

/**
 * A scene is drawn on a table 1000 units wide and 714 high (the ratio of the card); narrower formats show its middle.
 * Layers lie on one another in order.
 */
export const sceneWidth = 1000

export interface Sprite {
  readonly kind: 'sprite'
  readonly emoji: Emoji
  /** Middle of the piece. */
  readonly x: number
  readonly y: number
  /** Width and height, in units. */
  readonly size: number
  /** Degrees, clockwise. */
  readonly rotate?: number
  readonly flip?: boolean
  /** Out of focus by this many units. */
  readonly blur?: number
  /** Lying on the table (placed by its middle) or standing on it (placed by its foot). */
  readonly shadow: 'lying' | 'standing'
}

export interface Drawing {
  readonly kind: 'drawing'
  /** SVG elements in scene units. */
  readonly svg: string
}

export type Layer = Sprite | Drawing

export const drawing = (svg: string): Drawing => ({ kind: 'drawing', svg })

/** Two decimals are finer than any pixel. */
export const n = (value: number): string => String(Math.round(value * 100) / 100)
