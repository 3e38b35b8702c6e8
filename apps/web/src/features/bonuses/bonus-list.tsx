import type { BonusBanner, ShownBonus } from '@dineward/core/bonuses/bonus-banners.rules.ts'
import type { MemberBonus } from '@dineward/core/bonuses/bonuses.contract.ts'
import { fillPlaceholders } from '@dineward/core/partner/placeholders.ts'
import { days } from '@dineward/core/shared/clock.ts'
import { formatCents, formatDate, formatInstant } from '@dineward/core/shared/format.ts'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { ApiError } from '../../lib/api/api-client.ts'
import { useMedia } from '../../lib/browser/use-media.ts'
import { errorText } from '../../partner/error-text.ts'
import { useApp, useCopy, usePartner } from '../../partner/partner-context.tsx'
import { toasts } from '../../ui/dialog/toast-store.ts'
import { PostButton, Row, RowList, RowSection } from '../../ui/page/row-list.tsx'
import { registerForBonus } from './bonuses.queries.ts'
import { useRegisteredHere } from './registered-here.ts'

interface BonusListProps {
  readonly bonuses: readonly ShownBonus[]
  /** It is in ms. */
  readonly now: number
  readonly inNativeApp: boolean
  readonly pictureOf: (banner: BonusBanner) => ReactNode
}

/** Those that are open, then those of the member. Nothing where there is none. */
export function BonusList({ bonuses, now, inNativeApp, pictureOf }: BonusListProps) {
  const copy = useCopy()
  const app = useApp()
  const list = useRef<HTMLUListElement>(null)
  const registeredHere = useRegisteredHere()
  const isInstalled = useMedia('(display-mode: standalone)')
  const inApp = inNativeApp || isInstalled
  const register = useMutation({
    mutationFn: (code: string) => registerForBonus(app, { code, isInstalled }),
    onSuccess: (_answer, code) => {
      registeredHere.add(code)
      list.current?.focus()
      toasts.succeed('bonus.register')
      toasts.show('success', copy('bonus.success'))
    },
    meta: {
      onFailure: error =>
        toasts.fail('bonus.register', isUnexpected(error) ? copy('bonus.error') : errorText(app, error)),
    },
  })
  const current = bonuses.map(shown => ({ ...shown, bonus: registeredHere.mark(shown.bonus) }))
  const rows = (entries: readonly ShownBonus[]) =>
    entries.map(({ bonus, banner }) => (
      <BonusRow
        key={bonus.code}
        bonus={bonus}
        banner={banner}
        now={now}
        inApp={inApp}
        picture={banner ? pictureOf(banner) : null}
        busy={register.isPending && register.variables === bonus.code}
        onRegister={() => register.mutate(bonus.code)}
      />
    ))
  const open = current.filter(({ bonus }) => bonus.bonusStatus === 'Eligible')
  const activated = current.filter(({ bonus }) => bonus.bonusStatus !== 'Eligible')
  return (
    <>
      {open.length > 0 ? (
        <RowSection id="open-bonuses" title={copy('bonus.open')} text={copy('bonus.text')}>
          <RowList ref={activated.length > 0 ? null : list} labelId="open-bonuses">
            {rows(open)}
          </RowList>
        </RowSection>
      ) : null}
      {activated.length > 0 ? (
        <RowSection
          id="bonuses"
          title={copy('bonus.activated')}
          text={
            activated.some(({ bonus }) => bonus.bonusStatus === 'Enrolled')
              ? copy('bonus.activated.text')
              : null
          }
        >
          <RowList ref={list} labelId="bonuses">
            {rows(activated)}
          </RowList>
        </RowSection>
      ) : null}
    </>
  )
}

const isUnexpected = (error: unknown): boolean => !(error instanceof ApiError) || error.code === 'internal'

interface BonusRowProps extends ShownBonus {
  readonly now: number
  readonly inApp: boolean
  readonly picture: ReactNode
  readonly busy: boolean
  readonly onRegister: () => void
}

function BonusRow({ bonus, banner, now, inApp, picture, busy, onRegister }: BonusRowProps) {
  const copy = useCopy()
  const { placeholders } = usePartner()
  const fill = (text: string) => fillPlaceholders(text, placeholders).text
  const title = banner?.title ? fill(banner.title) : null
  const needsApp = banner?.app_only_bonus === true && !inApp
  const open = bonus.bonusStatus === 'Eligible'
  return (
    <Row
      picture={picture}
      name={title ?? bonus.description}
      text={
        title ? [bonus.description, banner?.text ? fill(banner.text) : ''].filter(Boolean).join(' ') : null
      }
      mark={bonus.bonusStatus === 'Qualified' ? copy('bonus.qualified') : null}
      details={[detailsOf(bonus, now, copy), open && needsApp && banner ? fill(banner.app_text) : '']
        .filter(Boolean)
        .join(' · ')}
    >
      {open && !needsApp ? (
        <PostButton
          action="/account/register_bonus"
          id={bonus.code}
          label={`${copy('bonus.action')}: ${title ?? bonus.description}`}
          busy={busy}
          onPress={onRegister}
        >
          {banner?.button ? fill(banner.button) : copy('bonus.register')}
        </PostButton>
      ) : null}
    </Row>
  )
}

function detailsOf(bonus: MemberBonus, now: number, copy: ReturnType<typeof useCopy>): string {
  const registered =
    bonus.bonusStatus === 'Eligible'
      ? null
      : copy('bonus.enrolled', { date: formatInstant(new Date(bonus.createDateUtc), 'medium', 'UTC') })
  const state = isOver(bonus) ? [copy('bonus.usedUp')] : [progressOf(bonus, copy), endOf(bonus, now, copy)]
  return [registered, ...state].filter(Boolean).join(' · ')
}

/** What it earned before stays "Earned". */
const isOver = ({ bonusStatus, isUsedUp }: MemberBonus) => isUsedUp && bonusStatus === 'Enrolled'

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
