import { useEffect, useState } from 'react'
import { useNavigationType } from 'react-router'

/** What a person does next. Not `scroll`: pages do that themselves when they are gone to. */
const signs = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'keydown'] as const
/** Whoever only reads is not made to wait for longer. */
const latestMs = 3_000

/**
 * Whether there is time for what nobody pressed for. A page that somebody came to by a link first shows what was asked
 * for: the rest waits until they do something there, or for three seconds. A page that came as a document has time at
 * once, and so has one that was gone back to.
 */
export function useAtLeisure(): boolean {
  const cameByLink = useNavigationType() !== 'POP'
  const [isAtLeisure, setAtLeisure] = useState(!cameByLink)
  useEffect(() => {
    if (isAtLeisure) return
    const begin = () => setAtLeisure(true)
    const latest = setTimeout(begin, latestMs)
    for (const sign of signs) addEventListener(sign, begin, { once: true, passive: true })
    return () => {
      clearTimeout(latest)
      for (const sign of signs) removeEventListener(sign, begin)
    }
  }, [isAtLeisure])
  return isAtLeisure
}
