import { type MouseEvent, useEffect, useState } from 'react'
import { useCopy } from '../../partner/partner-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { opensElsewhere } from '../../ui/opens-elsewhere.ts'
import styles from './reserve-bar.module.css'

/**
 * On a phone, the way to a table stays within reach of the thumb, until the part of the page where it is booked is on
 * screen. Without script it leads there all the same.
 */
export function ReserveBar({ partId }: { readonly partId: string }) {
  const copy = useCopy()
  const isThere = useIsOnScreen(partId)
  function goThere(event: MouseEvent) {
    const part = document.getElementById(partId)
    if (!part || opensElsewhere(event)) return
    event.preventDefault()
    part.scrollIntoView()
    part.querySelector<HTMLElement>('select, input, button, a')?.focus({ preventScroll: true })
  }
  return (
    <div className={styles.bar} hidden={isThere}>
      <ButtonLink wide to={`#${partId}`} onClick={goThere}>
        {copy('reservation.title')}
      </ButtonLink>
    </div>
  )
}

/** What is behind the bar is not on screen yet. */
const barHeight = 100

function useIsOnScreen(id: string): boolean {
  const [isOnScreen, setIsOnScreen] = useState(false)
  useEffect(() => {
    const element = document.getElementById(id)
    if (!element) return
    const observer = new IntersectionObserver(
      entries => setIsOnScreen(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: `0px 0px -${barHeight}px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [id])
  return isOnScreen
}
