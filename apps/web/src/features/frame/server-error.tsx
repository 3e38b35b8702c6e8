import { useLocation } from 'react-router'
import { useCopy } from '../../partner/partner-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Dish } from './dish.tsx'
import styles from './message-page.module.css'

/** For what no page expected (shell §2.6). The way on is the same page again, as a new document. */
export function ServerError({ error }: { readonly error: unknown }) {
  const copy = useCopy()
  const { pathname, search } = useLocation()
  const code = (error as { requestId?: unknown } | null)?.requestId
  return (
    <section className={styles.message}>
      <PageHead title={copy('serverError.documentTitle')} index={false} />
      <Dish kind="simmering" />
      <h1>{copy('serverError.title')}</h1>
      <p className={styles.text}>{copy('serverError.tagline')}</p>
      {typeof code === 'string' ? (
        <p className={styles.code}>{copy('serverError.reference', { code })}</p>
      ) : null}
      <div className={styles.actions}>
        <ButtonLink to={pathname + search} reloadDocument>
          {copy('serverError.retry')}
        </ButtonLink>
        <ButtonLink to="/" variant="quiet">
          {copy('notFound.home')}
        </ButtonLink>
      </div>
    </section>
  )
}
