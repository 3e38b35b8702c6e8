import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import { promoImageUrl } from '@dineward/core/photos/image-presets.ts'
import type { Slot } from '@dineward/core/reservations/reservations.contract.ts'
import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import { bonusAmountText } from './bonus-words.tsx'
import { guestsText } from './table-fields.tsx'
import styles from './table-summary.module.css'
import { clockAt, dayText } from './table-time.ts'
import { useNow } from './use-time-left.ts'

interface TableSummaryProps {
  readonly merchant: Merchant
  readonly slot: Slot
  readonly partySize: number
}

/** The table in question: where, when, for how many, and what it earns. */
export function TableSummary({ merchant, slot, partySize }: TableSummaryProps) {
  const copy = useCopy()
  const partner = usePartner()
  const now = useNow()
  const { street, city } = merchant.location.address
  return (
    <div className={styles.summary}>
      <img
        className={styles.picture}
        src={promoImageUrl(merchant.images, merchant.id, 'thumbnail')}
        width="200"
        height="143"
        alt=""
      />
      <dl className={styles.facts}>
        <div className={styles.when}>
          <dt className="visually-hidden">{copy('reservation.confirm.when')}</dt>
          <dd>
            <span className={styles.time}>{clockAt(slot.startsAt)}</span> {dayText(slot.startsAt, now)}
          </dd>
        </div>
        <div>
          <dt className="visually-hidden">{copy('reservation.confirm.guests')}</dt>
          <dd>{guestsText(copy, partySize)}</dd>
        </div>
        <div>
          <dt className="visually-hidden">{copy('reservation.confirm.where')}</dt>
          <dd className={styles.soft}>
            {street}, {city}
          </dd>
        </div>
        {merchant.reservationBonus === null ? null : (
          <div>
            <dt className="visually-hidden">{copy('reservation.confirm.bonus')}</dt>
            <dd className={slot.bonus === null ? styles.soft : styles.bonus}>
              {slot.bonus === null
                ? copy('reservation.confirm.noBonus')
                : copy('reservation.bonus', { 'bonus amount': bonusAmountText(partner, slot.bonus) })}
            </dd>
          </div>
        )}
      </dl>
    </div>
  )
}
