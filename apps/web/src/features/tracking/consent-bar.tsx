import type { Consent } from '@dineward/core/tracking/consent.rules.ts'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import {
  answerConsent,
  hasGlobalPrivacyControl,
  privacyChoices,
} from '../../lib/tracking/tracking-consent.ts'
import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { CloseButton } from '../../ui/dialog/close-button.tsx'
import styles from './consent-bar.module.css'

interface ConsentBarProps {
  readonly consent: Consent
  readonly isChoosing: boolean
}

/**
 * It is at the bottom edge. The page reserves space for it, both answers have equal weight, and it is first in tab
 * order.
 */
export function ConsentBar({ consent, isChoosing }: ConsentBarProps) {
  const copy = useCopy()
  const bar = useRef<HTMLElement>(null)
  const host = useFirstInBody()
  useRoomBelow(bar)
  useFocusBack(bar, isChoosing)
  return createPortal(
    <section
      ref={bar}
      className={styles.bar}
      aria-label={copy('consent.label')}
      tabIndex={-1}
      onKeyDown={event => {
        if (event.key === 'Escape' && isChoosing) privacyChoices.close()
      }}
    >
      <div className={styles.inner}>
        {hasGlobalPrivacyControl() ? <BrowserRefusal /> : <Question consent={consent} />}
        {isChoosing ? (
          <CloseButton
            className={styles.close}
            label={copy('consent.close')}
            onClick={privacyChoices.close}
          />
        ) : null}
      </div>
    </section>,
    host,
  )
}

/** It is rendered before the page, so that the first Tab reaches it. */
function useFirstInBody(): HTMLElement {
  const [host] = useState(() => {
    const element = document.createElement('div')
    document.body.prepend(element)
    return element
  })
  useEffect(() => () => host.remove(), [host])
  return host
}

function Question({ consent }: { readonly consent: Consent }) {
  const copy = useCopy()
  const { legal } = usePartner().settings
  return (
    <>
      <div className={styles.text}>
        <p className={styles.title}>{copy('consent.title')}</p>
        <p>
          {copy('consent.text')}{' '}
          {legal ? <AppLink to={legal.privacyUrl}>{copy('consent.privacy')}</AppLink> : null}
        </p>
        {consent === 'unasked' ? null : <p>{copy(`consent.now.${consent}`)}</p>}
      </div>
      <div className={styles.answers}>
        <Button variant="quiet" wide onClick={() => answerConsent('no')}>
          {copy('consent.refuse')}
        </Button>
        <Button variant="quiet" wide onClick={() => answerConsent('yes')}>
          {copy('consent.agree')}
        </Button>
      </div>
    </>
  )
}

function BrowserRefusal() {
  const copy = useCopy()
  return (
    <>
      <p className={styles.text}>{copy('consent.browserSaysNo')}</p>
      <Button variant="quiet" onClick={privacyChoices.close}>
        {copy('consent.understood')}
      </Button>
    </>
  )
}

/** When reopened, the bar takes the focus and returns it afterwards. */
function useFocusBack(bar: React.RefObject<HTMLElement | null>, isChoosing: boolean): void {
  useEffect(() => {
    if (!isChoosing) return
    const cameFrom = document.activeElement
    bar.current?.focus({ preventScroll: true })
    return () => {
      if (cameFrom instanceof HTMLElement && cameFrom.isConnected) cameFrom.focus({ preventScroll: true })
    }
  }, [bar, isChoosing])
}

const room = '--room-below'

/**
 * Reserve the height of a bottom bar below the page (`--room-below`, see consent-bar.module.css), so that the bar does
 * not cover the last line or the focus.
 */
function useRoomBelow(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = bar.current
    if (!element) return
    const { style } = document.documentElement
    const measure = () => style.setProperty(room, `${Math.ceil(element.offsetHeight)}px`)
    const observer = new ResizeObserver(measure)
    measure()
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty(room)
    }
  }, [bar])
}
