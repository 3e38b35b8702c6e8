import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import { formatCents } from '@dineward/core/shared/money.ts'
import { webAddress } from '@dineward/core/shared/web-address.ts'
import type { ReactNode } from 'react'
import { useCopy } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import styles from './merchant-menu.module.css'

interface MerchantMenuProps {
  readonly merchant: Merchant
  /** Of the menu; null: none. */
  readonly pictures: ReactNode
}

/** Courses and dishes with prices that line up, pictures of the menu, and where the restaurant keeps it. */
export function MerchantMenu({ merchant, pictures }: MerchantMenuProps) {
  const copy = useCopy()
  const { menu } = merchant
  const page = webAddress(merchant.menuUrl)
  if (menu.length === 0 && pictures === null && page === null) return null
  return (
    <section className={styles.menu} id="menu">
      <h2>{copy('merchant.menu')}</h2>
      {menu.length > 0 ? (
        <div className={styles.courses}>
          {menu.map(course => (
            <Course key={course.title} course={course} />
          ))}
        </div>
      ) : null}
      {pictures}
      {page ? (
        <p>
          <AppLink to={page.href}>{copy('merchant.menu.open')}</AppLink>
        </p>
      ) : null}
    </section>
  )
}

function Course({ course }: { readonly course: Merchant['menu'][number] }) {
  return (
    <div className={styles.course}>
      <h3 className={styles.title}>{course.title}</h3>
      <ul>
        {course.items.map(dish => (
          <li key={dish.name} className={styles.dish}>
            <b>{dish.name}</b>
            <span className="tabular">{formatCents(dish.priceCents)}</span>
            {dish.description ? <span className={styles.about}>{dish.description}</span> : null}
          </li>
        ))}
      </ul>
    </div>
  )
}
