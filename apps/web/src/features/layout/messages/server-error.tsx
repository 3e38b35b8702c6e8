import { useLocation } from 'react-router'
import { useCopy } from '../../../partner/partner-context.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty/empty-state.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import styles from './server-error.module.css'

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
    <>
      <PageHead title={copy(isOffline ? 'offline.title' : 'serverError.documentTitle')} index={false} />
      <EmptyState
        look="page"
        spot={isOffline ? 'cloud' : 'pot'}
        title={copy(isOffline ? 'offline.title' : `${view}.title`)}
        text={copy(isOffline ? 'offline.text' : `${view}.tagline`)}
      >
        {typeof requestId === 'string' ? (
          <p className={styles.code}>{copy('serverError.reference', { code: requestId })}</p>
        ) : null}
        <ButtonLink to={retry ?? pathname + search} reloadDocument>
          {copy('serverError.retry')}
        </ButtonLink>
        <ButtonLink to="/" variant="quiet">
          {copy('notFound.home')}
        </ButtonLink>
      </EmptyState>
    </>
  )
}
