import { useLocation } from 'react-router'
import { useCopy } from '../../../partner/partner-context.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import styles from './message-page.module.css'
import { Pot } from './pot.tsx'

interface Failure {
  readonly status?: unknown
  readonly requestId?: unknown
}

/**
 * An unexpected error (shell §2.6, §2.2) is of the server, with a code for support, or of rendering. Retry loads a new
 * document.
 */
export function ServerError({ error, retry }: { readonly error: unknown; readonly retry?: string }) {
  const copy = useCopy()
  const { pathname, search } = useLocation()
  const { status, requestId } = (error ?? {}) as Failure
  const view = typeof status === 'number' ? 'serverError' : 'unexpectedError'
  // The script of a page that was not opened before.
  const isOffline = typeof document !== 'undefined' && !navigator.onLine
  return (
    <section className={styles.message}>
      <PageHead title={copy(isOffline ? 'offline.title' : 'serverError.documentTitle')} index={false} />
      <Pot />
      <h1>{copy(isOffline ? 'offline.title' : `${view}.title`)}</h1>
      <p className={styles.text}>{copy(isOffline ? 'offline.text' : `${view}.tagline`)}</p>
      {typeof requestId === 'string' ? (
        <p className={styles.code}>{copy('serverError.reference', { code: requestId })}</p>
      ) : null}
      <div className={styles.actions}>
        <ButtonLink to={retry ?? pathname + search} reloadDocument>
          {copy('serverError.retry')}
        </ButtonLink>
        <ButtonLink to="/" variant="quiet">
          {copy('notFound.home')}
        </ButtonLink>
      </div>
    </section>
  )
}
