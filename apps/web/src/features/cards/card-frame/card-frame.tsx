import { useSyncExternalStore } from 'react'
import { useApp, useCopy } from '../../../partner/partner-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import styles from './card-frame.module.css'
import type { CardFrameHandle } from './use-card-frame.ts'

/** The card form, from another origin, so that this page never has access to the card number. */
export function CardFrame({ of: { status, opening, frame, reopen } }: { of: CardFrameHandle }) {
  const copy = useCopy()
  const app = useApp()
  const inBrowser = useInBrowser()
  // The form refuses to open in a page that another origin frames.
  if (app.emulated)
    return (
      <Notice kind="plain">
        <p>{copy('addCard.frame.emulated')}</p>
      </Notice>
    )
  return (
    <div className={`${styles.box} ${styles[status]}`}>
      <noscript>
        <p className={styles.noScript}>{copy('addCard.frame.noScript')}</p>
      </noscript>
      {status === 'loading' ? (
        <div className={styles.waiting}>
          <Spinner label={copy('addCard.frame.loading')} size="large" />
        </div>
      ) : null}
      {status === 'notLoaded' ? (
        <Notice kind="warn" role="alert">
          <p>{copy('addCard.frame.notLoaded')}</p>
          <p>
            <Button variant="plain" size="small" onClick={reopen}>
              {copy('addCard.frame.retry')}
            </Button>
          </p>
        </Notice>
      ) : null}
      {inBrowser ? (
        <iframe
          key={opening}
          ref={frame}
          className={styles.frame}
          hidden={status === 'notLoaded'}
          src={frameAddress(app)}
          title={copy('addCard.frame.label')}
        />
      ) : null}
    </div>
  )
}

/** The frame is not rendered on the server: it could post messages before the listener exists. */
function useInBrowser(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}

function frameAddress({ cardFrameUrl, origin, partner }: ReturnType<typeof useApp>): string {
  const tokens = getComputedStyle(document.documentElement)
  const color = (name: string) => tokens.getPropertyValue(`--color-${name}`).trim()
  const radius = Number.parseInt(tokens.getPropertyValue('--radius-control'), 10)
  const query = new URLSearchParams({
    partner: partner.slug,
    parent: origin,
    brands: partner.settings.cardTypesAccepted.join(','),
    scheme: partner.scheme,
    accent: color('focus'),
    surface: color('surface'),
    ...(Number.isNaN(radius) ? {} : { radius: String(radius) }),
  })
  return `${cardFrameUrl}/card?${query}`
}
