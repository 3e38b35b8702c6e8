import type { Claim } from '@dineward/core/claims/claims.contract.ts'
import type { ClaimState } from '@dineward/core/claims/claims.rules.ts'
import { formatCents, formatDate } from '@dineward/core/shared/format.ts'
import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { EmptyState } from '../../ui/empty/empty-state.tsx'
import styles from './claim-list.module.css'

const looks = {
  received: { kind: 'plain', icon: 'clock' },
  checking: { kind: 'plain', icon: 'clock' },
  waiting_for_network: { kind: 'plain', icon: 'clock' },
  approved: { kind: 'done', icon: 'check' },
  declined: { kind: 'plain', icon: 'minus' },
} as const satisfies Record<ClaimState, object>

export function ClaimList({ claims }: { readonly claims: readonly Claim[] }) {
  const copy = useCopy()
  return (
    <ul className={styles.list} aria-label={copy('claim.list.label')}>
      {claims.map(claim => (
        <ClaimRow key={claim.id} claim={claim} />
      ))}
    </ul>
  )
}

function ClaimRow({ claim }: { readonly claim: Claim }) {
  const copy = useCopy()
  const { merchantName, dinedOn, amount, state, answer, nextBy, transactionId } = claim
  return (
    <li className={styles.row}>
      <div className={styles.place}>
        <p className={styles.name}>{merchantName}</p>
        <p className={styles.soft}>
          {formatDate(dinedOn, 'medium')} · {formatCents(Math.round(amount * 100))}
        </p>
      </div>
      <div className={styles.state}>
        <Chip {...looks[state]}>{copy(`claim.state.${state}`)}</Chip>
        {nextBy ? (
          <span className={styles.soft}>{copy('claim.nextBy', { date: formatDate(nextBy, 'medium') })}</span>
        ) : null}
      </div>
      <p className={styles.answer}>{answer}</p>
      {transactionId ? (
        <p className={styles.answer}>
          <AppLink to={`/account/recent_activity?merchantId=${encodeURIComponent(claim.merchantId)}`}>
            {copy('claim.dine')} <span className="visually-hidden">{merchantName}</span>
          </AppLink>
        </p>
      ) : null}
      {state === 'declined' ? <NextStep /> : null}
    </li>
  )
}

/** The answer of a program or a person is not the last word. */
function NextStep() {
  const copy = useCopy()
  const { email } = usePartner().settings.customerSupport
  return (
    <p className={styles.soft}>
      {copy('claim.declined.next')} <AppLink to={email.href}>{email.display}</AppLink>
    </p>
  )
}

export function NoClaims() {
  const copy = useCopy()
  const { minDays } = usePartner().settings.claims
  return (
    <EmptyState
      spot="question"
      title={copy('claim.list.empty.title')}
      text={copy('claim.list.empty.text', { days: String(minDays) })}
    >
      <ButtonLink to="/account/claim">{copy('claim.title')}</ButtonLink>
    </EmptyState>
  )
}
