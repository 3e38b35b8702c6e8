import { lookUp } from '@dineward/core/shared/look-up.ts'
import type { FillingName } from './drawn-food.ts'
import type { Emoji } from './emoji.ts'
import { type Surface, surfaces } from './surfaces.ts'

export type Layout = 'pair' | 'trio' | 'fan' | 'row' | 'ring' | 'pile' | 'rows' | 'single'

interface Common {
  readonly around: readonly Emoji[]
  readonly surfaces: readonly Surface[]
}

interface Pieces extends Common {
  readonly pieces: readonly Emoji[]
  readonly layouts: readonly Layout[]
  readonly dips: readonly FillingName[]
}

export interface Families {
  plate: Pieces
  board: Pieces & { readonly board: 'wood' | 'slate' | 'paper' | 'marble' }
  bowl: Common & {
    readonly filling: FillingName
    readonly toppings: readonly Emoji[]
    readonly egg: boolean
    readonly dips: readonly FillingName[]
  }
  wheel: Common
  steamer: Common & { readonly pieces: readonly Emoji[]; readonly dips: readonly FillingName[] }
  table: Common & {
    readonly heroes: readonly Emoji[]
    readonly drinks: readonly Emoji[]
    readonly behind: readonly Emoji[]
  }
  glasses: Common & { readonly drinks: readonly Emoji[]; readonly behind: readonly Emoji[] }
  pattern: Common & { readonly pieces: readonly Emoji[] }
  spread: Common & { readonly fillings: readonly FillingName[]; readonly pieces: readonly Emoji[] }
}

export type Family = keyof Families
export type Look<F extends Family = Family> = { [K in F]: Families[K] & { readonly family: K } }[F]

/** Lists are words separated by spaces. */
interface Written {
  readonly family: Family
  readonly surfaces: string
  readonly around?: string
  readonly pieces?: string
  readonly layouts?: string
  readonly dips?: string
  readonly board?: string
  readonly filling?: string
  readonly fillings?: string
  readonly toppings?: string
  readonly egg?: boolean
  readonly heroes?: string
  readonly drinks?: string
  readonly behind?: string
}

export function look(written: Written): Look {
  const words = (text = '') => text.split(' ').filter(Boolean)
  const { family, board, filling, egg = false } = written
  return {
    family,
    board,
    filling,
    egg,
    surfaces: words(written.surfaces).flatMap(word => lookUp(surfaceGroups, word) ?? [word as Surface]),
    around: words(written.around),
    pieces: words(written.pieces),
    layouts: words(written.layouts),
    dips: words(written.dips),
    fillings: words(written.fillings),
    toppings: words(written.toppings),
    heroes: words(written.heroes),
    drinks: words(written.drinks),
    behind: words(written.behind),
  } as unknown as Look
}

const named = (test: (name: string) => boolean) => (Object.keys(surfaces) as Surface[]).filter(test)

const surfaceGroups = {
  STONE: ['whiteMarble', 'charcoalSlate', 'blueSlate', 'sandstone'],
  TIMBER: ['oak', 'honeyOak', 'walnut', 'ebony', 'whitewash'],
  DARK: ['walnut', 'ebony', 'charcoalSlate', 'blackMarble', 'blueSlate', 'indigoLinen', 'forestTerrazzo'],
  BRIGHT: ['whiteMarble', 'whitewash', 'oak', 'naturalLinen', 'creamTerrazzo', 'whiteTiles', 'roseMarble'],
  WARM: ['rustLinen', 'terracottaTiles', 'oak', 'honeyOak', 'mustardLinen', 'sandstone', 'walnut'],
  COOL: ['jadeTiles', 'indigoLinen', 'blueSlate', 'sageLinen', 'greenMarble', 'cobaltTiles'],
  PAPER: named(name => name.endsWith('Plaster')),
  CHECKS: named(name => name.endsWith('Check')),
} satisfies Record<string, readonly Surface[]>
