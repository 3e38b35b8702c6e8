import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useCopy } from '../../partner/partner-context.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { type SearchState, searchAddress } from './search-address.ts'
import styles from './use-my-location.module.css'

/** Exact, fresh, and not waited for longer than this (shell §4 Geolocation). */
const wish: PositionOptions = { enableHighAccuracy: true, maximumAge: 0, timeout: 7000 }

export interface Locating {
  readonly progress: 'idle' | 'asking' | 'blocked'
  readonly ask: () => void
}

/** Asks the browser, and only when asked to. Positions are rounded to 2 decimals, about a kilometre. */
export function useMyLocation(state: SearchState): Locating {
  const copy = useCopy()
  const navigate = useNavigate()
  const [progress, setProgress] = useState<Locating['progress']>('idle')

  function ask() {
    if (!('geolocation' in navigator)) return setProgress('blocked')
    setProgress('asking')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setProgress('idle')
        const place = { latitude: round(coords.latitude), longitude: round(coords.longitude) }
        const location = copy('search.location.current')
        void navigate(searchAddress({ ...state, ...place, location, pageNo: 1 }), {
          preventScrollReset: true,
        })
      },
      () => setProgress('blocked'),
      wish,
    )
  }
  return { progress, ask }
}

export function LocateButton({ locating }: { readonly locating: Locating }) {
  const said = useCopy()('search.location.useCurrent')
  const asking = locating.progress === 'asking'
  return (
    <button
      type="button"
      className={styles.button}
      onClick={locating.ask}
      aria-busy={asking}
      aria-label={said}
      title={said}
    >
      {asking ? <Spinner /> : <Icon name="locate" />}
    </button>
  )
}

export function LocationBlocked() {
  const copy = useCopy()
  return (
    <Notice kind="warn" title={copy('search.locationBlocked.title')} role="alert">
      <p>{copy('search.locationBlocked.text')}</p>
    </Notice>
  )
}

const round = (degrees: number) => Math.round(degrees * 100) / 100
