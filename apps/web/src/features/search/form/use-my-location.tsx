import type { Place } from '@dineward/core/merchants/distance.rules.ts'
import { placeWords } from '@dineward/core/search/place-words.rules.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import {
  followPosition,
  isDenied,
  isOwnPosition,
  lookUpPosition,
  storeOwnPosition,
} from '../../../lib/browser/geolocation.ts'
import { useHydrated } from '../../../lib/deferred/use-hydrated.ts'
import { useCopy } from '../../../partner/partner-context.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { type SearchState, searchAddress } from '../search-address.ts'
import styles from './use-my-location.module.css'

export interface Locating {
  readonly progress: 'idle' | 'asking' | 'blocked' | 'failed'
  readonly ask: () => void
}

/**
 * The visitor's location: requested on a press, when the address says "Current Location" without coordinates, or when
 * it has no place and permission was not denied before. Followed while it is shown. Without a press, a refusal is silent
 * and the default place is searched (shell §4 Geolocation).
 */
export function useMyLocation(state: SearchState): Locating {
  const navigate = useNavigate()
  const [progress, setProgress] = useState<Locating['progress']>('idle')
  const showsCurrent = state.location === placeWords.current
  const isMine = showsCurrent && isOwn(state)
  const isPlaceless = state.location === '' && state.bounds === null && state.pageNo === 1
  const shouldLookUp = (showsCurrent || isPlaceless) && state.latitude === null

  const search = useEffectEvent((place: Place, replace: boolean) => {
    storeOwnPosition(place)
    if (showsCurrent && isOwn(state)) return
    const next = { ...state, ...place, location: placeWords.current, bounds: null, pageNo: 1 }
    void navigate(searchAddress(next), { preventScrollReset: true, replace })
  })

  useEffect(() => {
    if (!shouldLookUp) return
    let isWanted = true
    void lookUpSilently().then(found => {
      if (isWanted && found?.kind === 'found' && !isTyping()) search(found.place, true)
    })
    return () => {
      isWanted = false
    }
  }, [shouldLookUp])

  useEffect(() => (isMine ? followPosition(place => search(place, true)) : undefined), [isMine])

  async function ask() {
    setProgress('asking')
    const found = await lookUpPosition()
    setProgress(found.kind === 'found' ? 'idle' : found.kind === 'denied' ? 'blocked' : 'failed')
    if (found.kind === 'found') search(found.place, false)
  }
  return { progress, ask: () => void ask() }
}

const lookUpSilently = async () => ((await isDenied()) ? null : lookUpPosition())

function isTyping(): boolean {
  const field = document.querySelector<HTMLInputElement>('main [name="location"]')
  return field !== null && field.value !== field.defaultValue
}

/** Coordinates from a shared address are not the visitor's own. */
function isOwn({ latitude, longitude }: SearchState): boolean {
  return latitude !== null && longitude !== null && isOwnPosition({ latitude, longitude })
}

export function LocateButton({ locating }: { readonly locating: Locating }) {
  const isHydrated = useHydrated()
  const said = useCopy()('search.location.useCurrent')
  const asking = locating.progress === 'asking'
  return (
    <button
      type="button"
      className={styles.button}
      disabled={!isHydrated}
      onClick={asking ? undefined : locating.ask}
      aria-busy={asking}
      aria-label={said}
      title={said}
    >
      {asking ? <Spinner /> : <Icon name="locate" />}
    </button>
  )
}

export function LocateError({ progress }: Pick<Locating, 'progress'>) {
  const copy = useCopy()
  if (progress !== 'blocked' && progress !== 'failed') return null
  const words = progress === 'blocked' ? 'search.locationBlocked' : 'search.locationFailed'
  return (
    <Notice kind="warn" title={copy(`${words}.title`)} role="alert">
      <p>{copy(`${words}.text`)}</p>
    </Notice>
  )
}
