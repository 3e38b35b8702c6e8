import { useCopy } from '../../partner/partner-context.tsx'
import { AppLink } from '../app-link.tsx'
import { Icon } from '../icon.tsx'
import styles from './pagination.module.css'
import { pageNumbersAround } from './pagination-numbers.ts'

interface PaginationProps {
  /** It counts from 1. */
  readonly page: number
  readonly pages: number
  readonly hrefOf: (page: number) => string
  readonly label: string
}

/** Real links, so that pages can be shared and work without script. Empty for a single page. */
export function Pagination({ page, pages, hrefOf, label }: PaginationProps) {
  const copy = useCopy()
  if (pages <= 1) return null
  return (
    <nav className={styles.pagination} aria-label={label}>
      {page > 1 ? (
        <AppLink className={styles.step} to={hrefOf(page - 1)} rel="prev">
          <Icon name="chevron-left" />
          <span className={styles.stepText}>{copy('pagination.previous')}</span>
        </AppLink>
      ) : null}
      <ol className={styles.numbers}>
        {pageNumbersAround(page, pages).map(number => (
          <li key={number}>
            <AppLink
              className={styles.number}
              to={hrefOf(number)}
              aria-label={copy('pagination.page', { number: String(number) })}
              aria-current={number === page ? 'page' : undefined}
            >
              {number}
            </AppLink>
          </li>
        ))}
      </ol>
      {page < pages ? (
        <AppLink className={styles.step} to={hrefOf(page + 1)} rel="next">
          <span className={styles.stepText}>{copy('pagination.next')}</span>
          <Icon name="chevron-right" />
        </AppLink>
      ) : null}
    </nav>
  )
}
