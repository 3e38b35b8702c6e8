import type { Place } from '@dineward/core/merchants/distance.rules.ts'
import { roundedPlace } from '@dineward/core/search/place-words.rules.ts'

/* Callers of browser geolocation must work without a result. */

export type Lookup =
  | { readonly kind: 'found'; readonly place: Place }
  | { readonly kind: 'denied' }
  | { readonly kind: 'failed' }

const searchOptions: PositionOptions = { enableHighAccuracy: true, maximumAge: 0, timeout: 7_000 }

/** Suggestions nearby need an approximate place, which may be up to an hour old. */
const nearbyOptions: PositionOptions = { enableHighAccuracy: false, maximumAge: 3_600_000, timeout: 5_000 }

const followEveryMs = 300_000

/** May prompt for permission. Rounded to 2 decimals; never rejects. */
export function lookUpPosition(): Promise<Lookup> {
  return ask(searchOptions)
}

/**
 * It is the approximate location, or null. It prompts only with `mayAsk`, after a press; otherwise permission must be
 * granted already.
 */
export async function lookUpNearby({ mayAsk = false } = {}): Promise<Place | null> {
  if (!mayAsk && !(await isAllowed())) return null
  const found = await ask(nearbyOptions)
  return found.kind === 'found' ? found.place : null
}

/** Report the location every 5 minutes. @returns a function that stops it */
export function followPosition(onPlace: (place: Place) => void): () => void {
  let isWanted = true
  const timer = setInterval(async () => {
    const found = await ask(searchOptions)
    if (isWanted && found.kind === 'found') onPlace(found.place)
  }, followEveryMs)
  return () => {
    isWanted = false
    clearInterval(timer)
  }
}

const storageKey = 'dineward-position'
let ownPosition: string | null = null

/** Remember the own location for the tab, to recognize it in an address. */
export function storeOwnPosition(place: Place): void {
  ownPosition = textOf(place)
  try {
    sessionStorage.setItem(storageKey, ownPosition)
  } catch {}
}

export function isOwnPosition(place: Place): boolean {
  try {
    ownPosition ??= sessionStorage.getItem(storageKey)
  } catch {}
  return ownPosition === textOf(place)
}

const textOf = ({ latitude, longitude }: Place) => `${latitude},${longitude}`

function ask(options: PositionOptions): Promise<Lookup> {
  return new Promise(resolve => {
    if (!navigator.geolocation) return resolve({ kind: 'failed' })
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ kind: 'found', place: roundedPlace(coords) }),
      ({ code }) => resolve({ kind: code === permissionDenied ? 'denied' : 'failed' }),
      options,
    )
  })
}

const permissionDenied = 1

/** Whether permission is granted, so that locating does not prompt. */
const isAllowed = async () => (await permissionState()) === 'granted'

/** Whether locating is refused without a prompt. */
export const isDenied = async (): Promise<boolean> => (await permissionState()) === 'denied'

/** Null without the Permissions API, where locating may prompt. */
async function permissionState(): Promise<PermissionState | null> {
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state
  } catch {
    return null
  }
}
