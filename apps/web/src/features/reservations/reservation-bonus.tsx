import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import { rewardsAreCents } from '@dineward/core/partner/partner-questions.ts'
import { formatCents, formatNumber } from '@dineward/core/shared/format.ts'
import type { AppContext } from '../../app-context.ts'
import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import styles from './reservation-bonus.module.css'

export function bonusAmountText(partner: AppContext['partner'], amount: number): string {
  return rewardsAreCents(partner) ? formatCents(amount) : formatNumber(amount)
}

export function BonusTerms({ merchant }: { readonly merchant: Merchant }) {
  const copy = useCopy()
  const partner = usePartner()
  const amount = merchant.reservationBonus
  if (amount === null) return null
  return (
    <p className={styles.terms}>
      <strong>{copy('reservation.bonus', { 'bonus amount': bonusAmountText(partner, amount) })}.</strong>{' '}
      {copy('reservation.bonus.terms', { hours: String(partner.settings.reservations.bonusLeadHours) })}
    </p>
  )
}
