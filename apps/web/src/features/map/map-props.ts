import type { Bounds } from '@dineward/core/merchants/distance.rules.ts'
import type { MapPlace } from '@dineward/core/search/search.contract.ts'
import type { ReactNode } from 'react'

export interface MapPin extends Pick<MapPlace, 'id' | 'name' | 'latitude' | 'longitude' | 'cuisine'> {
  /** What helps to choose, in a few characters, as a rating or a rate; empty where there is nothing to say. */
  readonly label: string
  /** Screen readers read it. */
  readonly labelText: string
}

/** The map is independent of other features: a route connects them. */
export interface MerchantMapProps {
  readonly places: readonly MapPin[]
  /** The bounds to show. The map moves when they change. */
  readonly bounds: Bounds
  /** The hovered card's restaurant, whose marker is highlighted. */
  readonly activeId: string | null
  /** A marker is hovered or focused; null: no longer. */
  readonly onActive: (id: string | null) => void
  /** It is the selected restaurant, which has the `popup`. */
  readonly selectedId: string | null
  readonly onSelect: (id: string | null) => void
  readonly popup: (id: string) => ReactNode
  /** The user has moved the map and it has stopped. */
  readonly onMoved: (bounds: Bounds) => void
}

export interface PlaceMapProps {
  readonly latitude: number
  readonly longitude: number
  readonly name: string
}
