import type { Place } from '@dineward/core/merchants/distance.rules.ts'
import { roundedPlace } from '@dineward/core/search/place-words.rules.ts'

/*
 * Where the visitor is, by the browser. Whoever asks lives without an answer: people say no, and cellars have no sky.
 */

/** What the browser answered. `denied`: its owner does not want it told. */
export type Lookup =
  | { readonly kind: 'found'; readonly place: Place }
  | { readonly kind: 'denied' }
  | { readonly kind: 'failed' }

/** For a search: exact, fresh, and not waited for longer than this (shell §4 Geolocation). */
const searchWish: PositionOptions = { enableHighAccuracy: true, maximumAge: 0, timeout: 7_000 }

/** For what is shown in passing: roughly, and an hour ago will do. */
const nearbyWish: PositionOptions = { enableHighAccuracy: false, maximumAge: 3_600_000, timeout: 5_000 }

const lookedUpAgainMs = 300_000

/** The browser asks its owner, unless that was answered before. Rounded to 2 decimals; never rejects. */
export function lookUpPosition(): Promise<Lookup> {
  return ask(searchWish)
}

/**
 * Roughly where the visitor is; null where that cannot be known. Nobody is asked out of the blue: only somebody who
 * just pressed something is (`mayAsk`), others have allowed it before.
 */
export async function lookUpNearby({ mayAsk = false } = {}): Promise<Place | null> {
  if (!mayAsk && !(await isAllowed())) return null
  const found = await ask(nearbyWish)
  return found.kind === 'found' ? found.place : null
}

/** Tells where the visitor is now, every 5 minutes for as long as that is allowed. Answers what ends it. */
export function followPosition(onPlace: (place: Place) => void): () => void {
  let isWanted = true
  const timer = setInterval(async () => {
    const found = await ask(searchWish)
    if (isWanted && found.kind === 'found') onPlace(found.place)
  }, lookedUpAgainMs)
  return () => {
    isWanted = false
    clearInterval(timer)
  }
}

const keptAs = 'dineward-position'
let kept: string | null = null

/** What this browser found, until its window closes: an address that says the same was made here. */
export function keepOwnPosition(place: Place): void {
  kept = textOf(place)
  try {
    sessionStorage.setItem(keptAs, kept)
  } catch {
    // Kept above, for as long as the page lives.
  }
}

export function isOwnPosition(place: Place): boolean {
  try {
    kept ??= sessionStorage.getItem(keptAs)
  } catch {
    // Then it is not known.
  }
  return kept === textOf(place)
}

const textOf = ({ latitude, longitude }: Place) => `${latitude},${longitude}`

function ask(wish: PositionOptions): Promise<Lookup> {
  return new Promise(resolve => {
    if (!navigator.geolocation) return resolve({ kind: 'failed' })
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ kind: 'found', place: roundedPlace(coords) }),
      ({ code }) => resolve({ kind: code === permissionDenied ? 'denied' : 'failed' }),
      wish,
    )
  })
}

/** As GeolocationPositionError has it. */
const permissionDenied = 1

/** Whether its owner has said yes before, so that asking puts no question to them. */
export async function isAllowed(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state === 'granted'
  } catch {
    // A browser that cannot be asked this way would put the question to its owner.
    return false
  }
}
