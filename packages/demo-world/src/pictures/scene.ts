import type { Emoji } from './emoji.ts'

/** 1000 by 714 units, the card's ratio; narrower formats show the middle. */
export const sceneWidth = 1000

export interface Sprite {
  readonly kind: 'sprite'
  readonly emoji: Emoji
  readonly x: number
  readonly y: number
  /** Width and height, in units. */
  readonly size: number
  /** Degrees, clockwise. */
  readonly rotate?: number
  readonly flip?: boolean
  /** Out of focus by this many units. */
  readonly blur?: number
  /** 'lying' is placed by its middle, 'standing' by its foot. */
  readonly shadow: 'lying' | 'standing'
}

export interface Drawing {
  readonly kind: 'drawing'
  readonly svg: string
}

export type Layer = Sprite | Drawing

export const drawing = (svg: string): Drawing => ({ kind: 'drawing', svg })

/** Two decimals are finer than any pixel. */
export const n = (value: number): string => String(Math.round(value * 100) / 100)
