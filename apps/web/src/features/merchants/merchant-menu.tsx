import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import { formatCents } from '@dineward/core/shared/money.ts'
import { useCopy } from '../../partner/partner-context.tsx'
import styles from './merchant-menu.module.css'

/** Courses and dishes, with prices that line up. */
export function MerchantMenu({ menu }: { readonly menu: Merchant['menu'] }) {
  const copy = useCopy()
  if (menu.length === 0) return null
  return (
    <section className={styles.menu}>
      <h2>{copy('merchant.menu')}</h2>
      <div className={styles.courses}>
        {menu.map(course => (
          <div key={course.title} className={styles.course}>
            <h3 className={styles.title}>{course.title}</h3>
            <ul className={styles.dishes}>
              {course.items.map(dish => (
                <li key={dish.name} className={styles.dish}>
                  <span className={styles.name}>{dish.name}</span>
                  <span className="tabular">{formatCents(dish.priceCents)}</span>
                  {dish.description ? <span className={styles.about}>{dish.description}</span> : null}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  )
}
