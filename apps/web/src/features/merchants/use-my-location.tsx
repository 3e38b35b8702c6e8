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

/** Asks the browser, and only when asked to. Positions are rounded to 2 decimals, about a kilometre. */
export function UseMyLocation({ state }: { readonly state: SearchState }) {
  const copy = useCopy()
  const navigate = useNavigate()
  const [progress, setProgress] = useState<'idle' | 'asking' | 'blocked'>('idle')

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
  return (
    <>
      <button type="button" className={styles.button} onClick={ask} aria-busy={progress === 'asking'}>
        {progress === 'asking' ? <Spinner /> : <Icon name="pin" />}
        {copy('search.location.useCurrent')}
      </button>
      {progress === 'blocked' ? (
        <Notice kind="warn" title={copy('search.locationBlocked.title')} role="alert">
          <p>{copy('search.locationBlocked.text')}</p>
        </Notice>
      ) : null}
    </>
  )
}

const round = (degrees: number) => Math.round(degrees * 100) / 100
