import {
  isZipAbroad,
  type Location,
  type Neighborhood,
  searchLocations,
  type ZipCode,
} from '@dineward/core/search/location-search.rules.ts'
import { defaultPlace } from '@dineward/core/search/place-words.rules.ts'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../db/open-database.ts'
import { locationIndex, zipIn } from './locations.read.ts'
import { selectNeighborhoods } from './neighborhoods.read.ts'

const locationsShown = 8

/** This is Times Square (shell §9 Geolocation). */
export const defaultUserLocation = defaultPlace

/** The likeliest come first (wire: Search). */
export async function findLocations(ctx: Context, text: string): Promise<Location[]> {
  const neighborhoods = await cachedNeighborhoods(ctx)
  return searchLocations(await locationIndex(), {
    text,
    neighborhoods,
    near: defaultUserLocation,
    limit: locationsShown,
  })
}

export async function isZipCode(zip: string): Promise<boolean> {
  return isZipAbroad(zip) || zipIn(await locationIndex(), zip) !== null
}

/** It is null for ZIP codes that are not known, for those abroad, and for the military's. */
export async function placeOfZip(zip: string): Promise<ZipCode | null> {
  return zipIn(await locationIndex(), zip)
}

const cacheMs = 60_000
const cache = new WeakMap<
  Db,
  { readonly until: number; readonly neighborhoods: Promise<readonly Neighborhood[]> }
>()

/** Without a database it has the ones from before, or none: cities are still found. */
function cachedNeighborhoods(ctx: Context): Promise<readonly Neighborhood[]> {
  const { db } = ctx
  const cached = cache.get(db)
  const now = performance.now()
  if (cached && now < cached.until) return cached.neighborhoods
  const neighborhoods = loadNeighborhoods(ctx, cached?.neighborhoods)
  cache.set(db, { until: now + cacheMs, neighborhoods })
  return cached?.neighborhoods ?? neighborhoods
}

async function loadNeighborhoods(
  { db, log }: Context,
  previous: Promise<readonly Neighborhood[]> | undefined,
): Promise<readonly Neighborhood[]> {
  try {
    const neighborhoods = await selectNeighborhoods(db)
    // The first restaurants may be just loading.
    if (neighborhoods.length === 0) cache.delete(db)
    return neighborhoods
  } catch (error) {
    log.warn({ err: error }, 'locations: database unavailable, serving previous neighborhoods')
    return previous ?? []
  }
}
