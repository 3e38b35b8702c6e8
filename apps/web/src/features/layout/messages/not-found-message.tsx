import { useCopy } from '../../../partner/partner-context.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
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

function EmptyPlate() {
  return (
    <svg className={styles.dish} viewBox="0 0 160 120" width="160" height="120" aria-hidden="true">
      <g fill="none" strokeLinecap="round" strokeWidth="4">
        <ellipse className={styles.ground} cx="80" cy="66" rx="52" ry="46" />
        <ellipse className={styles.line} cx="80" cy="66" rx="52" ry="46" />
        <ellipse className={styles.faint} cx="80" cy="66" rx="34" ry="29" />
        <path
          className={styles.line}
          d="M14 22v22a8 8 0 0 0 16 0V22M22 22v88M146 110V22c-10 6-14 22-12 40h12"
        />
        <path className={styles.accent} d="M68 72c2-6 8-9 12-9s10 3 12 9M70 56v.1M90 56v.1" />
      </g>
    </svg>
  )
}
