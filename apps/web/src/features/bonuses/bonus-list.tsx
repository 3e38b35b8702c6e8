import type { MemberBonus } from '@dineward/core/bonuses/bonuses.contract.ts'
import { days } from '@dineward/core/shared/clock.ts'
import { formatCents, formatDate, formatInstant } from '@dineward/core/shared/format.ts'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { errorText } from '../../partner/error-text.ts'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { PostButton, Row, RowList, RowSection } from '../../ui/row-list.tsx'
import { toasts } from '../../ui/toast-store.ts'
import { registerForBonus } from './bonuses.queries.ts'

interface BonusListProps {
  readonly bonuses: readonly MemberBonus[]
  /** In ms. */
  readonly now: number
}

/** Nothing where no bonus is open to the member. */
export function BonusList({ bonuses, now }: BonusListProps) {
  const copy = useCopy()
  const app = useApp()
  const list = useRef<HTMLUListElement>(null)
  const register = useMutation({
    mutationFn: (code: string) => registerForBonus(app, code),
    onSuccess: () => {
      list.current?.focus()
      toasts.show('success', copy('bonus.success'))
    },
    onError: error => toasts.show('error', errorText(app, error)),
  })
  if (bonuses.length === 0) return null
  return (
    <RowSection id="bonuses" title={copy('bonus.activated')} text={copy('bonus.text')}>
      <RowList ref={list} labelId="bonuses">
        {bonuses.map(bonus => (
          <Row
            key={bonus.code}
            name={bonus.description}
            mark={bonus.bonusStatus === 'Qualified' ? copy('bonus.qualified') : null}
            details={detailsOf(bonus, now, copy)}
          >
            {bonus.bonusStatus === 'Eligible' ? (
              <PostButton
                action="/account/register_bonus"
                id={bonus.code}
                label={`${copy('bonus.action')}: ${bonus.description}`}
                busy={register.isPending && register.variables === bonus.code}
                onPress={() => register.mutate(bonus.code)}
              >
                {copy('bonus.register')}
              </PostButton>
            ) : null}
          </Row>
        ))}
      </RowList>
    </RowSection>
  )
}

function detailsOf(bonus: MemberBonus, now: number, copy: ReturnType<typeof useCopy>): string {
  const registered =
    bonus.bonusStatus === 'Eligible'
      ? null
      : copy('bonus.enrolled', { date: formatInstant(new Date(bonus.createDateUtc), 'medium', 'UTC') })
  return [registered, progressOf(bonus, copy), endOf(bonus, now, copy)].filter(Boolean).join(' · ')
}

function progressOf({ bonusStatus, progress }: MemberBonus, copy: ReturnType<typeof useCopy>): string | null {
  if (bonusStatus !== 'Enrolled' || !progress) return null
  const { dines, dinesRequired, spent, spendRequired } = progress
  if (spendRequired > 0) {
    const dollars = (amount: number) => formatCents(Math.round(amount * 100))
    return copy('bonus.progress.spend', { spent: dollars(spent), required: dollars(spendRequired) })
  }
  return dinesRequired > 1
    ? copy('bonus.progress.dines', { dines: String(dines), required: String(dinesRequired) })
    : null
}

function endOf({ bonusStatus, expiresAt }: MemberBonus, now: number, copy: ReturnType<typeof useCopy>) {
  if (bonusStatus === 'Qualified' || expiresAt === null) return null
  if (expiresAt.length === 10) return copy('bonus.until', { date: formatDate(expiresAt, 'medium') })
  const left = Math.ceil((Date.parse(expiresAt) - now) / days(1))
  return left > 0 ? copy('bonus.daysLeft', { count: String(left) }) : null
}
