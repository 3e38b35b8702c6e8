import { useEffect } from 'react'
import { onReturn } from '../../lib/browser/on-return.ts'
import { useApp } from '../../partner/partner-context.tsx'
import { refreshFavorites } from './set-favorite.ts'

/** It fetches the favorites again on returning to this tab: another tab or device may have changed them. */
export function FavoritesFromElsewhere() {
  const app = useApp()
  useEffect(() => {
    let isAsking = false
    return onReturn(() => {
      // Of several events at once, the first one asks.
      if (isAsking) return
      isAsking = true
      // Without a response the page stays as it is.
      const done = () => {
        isAsking = false
      }
      refreshFavorites(app).then(done, done)
    })
  }, [app])
  return null
}
