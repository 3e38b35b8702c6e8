import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import { formatCents } from '@dineward/core/shared/money.ts'
import { webAddress } from '@dineward/core/shared/web-address.ts'
import { useCopy } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { MenuPictures } from './menu-pictures.tsx'
import styles from './merchant-menu.module.css'

/** Courses and dishes with prices that line up, pictures of the menu, and where the restaurant keeps it. */
export function MerchantMenu({ merchant }: { readonly merchant: Merchant }) {
  const copy = useCopy()
  const { menu, menuImages } = merchant
  const page = webAddress(merchant.menuUrl)
  if (menu.length === 0 && menuImages.length === 0 && page === null) return null
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
      {menuImages.length > 0 ? <MenuPictures pictures={menuImages} /> : null}
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
