import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import { webAddress } from '@dineward/core/shared/fields/web-address.ts'
import type { ReactNode } from 'react'
import { useCopy } from '../../../partner/partner-context.tsx'
import { AppLink } from '../../../ui/app-link.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import styles from './merchant-contact.module.css'

export function MerchantContact({ merchant }: { readonly merchant: Merchant }) {
  const copy = useCopy()
  const { address, neighborhood } = merchant.location
  const website = webAddress(merchant.website)
  return (
    <ul className={styles.list}>
      <Line icon="pin">
        <address className={styles.address}>
          {address.street}
          <br />
          {address.city}, {address.state} {address.zipCode}
          {neighborhood ? <span className={styles.soft}>{neighborhood}</span> : null}
        </address>
        <AppLink className="screen-only" to={directionsTo(merchant)}>
          {copy('merchant.directions')}
        </AppLink>
      </Line>
      {merchant.phone ? (
        <Line icon="phone">
          <AppLink to={`tel:${merchant.phoneToDial}`}>
            {copy('merchant.call', { phone: merchant.phone })}
          </AppLink>
        </Line>
      ) : null}
      {website ? (
        <Line icon="external" className="screen-only">
          <AppLink to={website.href}>{copy('merchant.website')}</AppLink>
        </Line>
      ) : null}
    </ul>
  )
}

interface LineProps {
  readonly icon: IconName
  readonly className?: string
  readonly children: ReactNode
}

function Line({ icon, className = '', children }: LineProps) {
  return (
    <li className={`${styles.line} ${className}`}>
      <Icon name={icon} className={styles.icon} />
      <div>{children}</div>
    </li>
  )
}

export function directionsTo({ name, location }: Merchant): string {
  const { street, city, state, zipCode } = location.address
  const destination = encodeURIComponent(`${name}, ${street}, ${city}, ${state} ${zipCode}`)
  return `https://www.google.com/maps/dir/?api=1&destination=${destination}`
}
