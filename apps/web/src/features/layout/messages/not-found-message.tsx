import { useCopy } from '../../../partner/partner-context.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { EmptyPlate } from './empty-plate.tsx'
import styles from './message-page.module.css'

export function NotFoundMessage() {
  const copy = useCopy()
  return (
    <section className={styles.message}>
      <PageHead title={copy('notFound.documentTitle')} index={false} />
      <EmptyPlate />
      <h1>{copy('notFound.title')}</h1>
      <p className={styles.text}>{copy('notFound.tagline')}</p>
      <div className={styles.actions}>
        <ButtonLink to="/search">{copy('notFound.search')}</ButtonLink>
        <ButtonLink to="/" variant="quiet">
          {copy('notFound.home')}
        </ButtonLink>
      </div>
    </section>
  )
}
