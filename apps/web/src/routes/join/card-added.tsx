import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useLocation } from 'react-router'
import { appOf } from '../../app-context.ts'
import { cardsQuery } from '../../features/cards/cards.queries.ts'
import { memberQuery } from '../../features/identity/member.queries.ts'
import { requireMember } from '../../features/identity/require-member.ts'
import { JoinSteps } from '../../features/members/joining/join-steps.tsx'
import { JoinedPromise } from '../../features/members/joining/joined-promise.tsx'
import { NextSteps } from '../../features/members/next-steps.tsx'
import { PasskeyOffer } from '../../features/passkeys/passkey-offer.tsx'
import { returnPathIn, withReturnPath } from '../../lib/navigation/return-path.ts'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import styles from './card-added.module.css'

export { AccountError as ErrorBoundary } from '../../features/identity/account-states.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const app = appOf(args)
  await requireMember(app, args.request)
  await app.queryClient.ensureQueryData(cardsQuery(app))
  return null
}

/** The end of joining, also without a card. */
export function Component() {
  const copy = useCopy()
  const { data: member } = useQuery(memberQuery(useApp()))
  const { data: cards = [] } = useQuery(cardsQuery(useApp()))
  const newest = cards.at(-1)
  const returnPath = returnPathIn(useLocation().search)
  return (
    <div className={styles.page}>
      <PageHead title={copy('cardAdded.documentTitle')} index={false} />
      <JoinSteps current={newest ? 'done' : 'card'} />
      <div className={`on-brand ${styles.done}`}>
        <span className={styles.mark}>
          <Icon name={newest ? 'check' : 'card'} />
        </span>
        <h1 className={styles.title}>{copy(newest ? 'cardAdded.title' : 'cardAdded.noCard.title')}</h1>
        <p className={styles.text}>
          {newest ? copy('cardAdded.text', { 'last four': newest.lastFour }) : copy('cardAdded.noCard.text')}
        </p>
      </div>
      {member ? <JoinedPromise member={member} /> : null}
      {newest ? <NextSteps /> : null}
      <div className={styles.actions}>
        {newest ? null : (
          <ButtonLink to={withReturnPath('/add_card', returnPath)} size="large">
            {copy('cardAdded.noCard.action')}
          </ButtonLink>
        )}
        {/* A new document, since the session changed. */}
        <ButtonLink
          to={returnPath ?? '/search'}
          size="large"
          variant={newest ? 'action' : 'quiet'}
          reloadDocument={returnPath !== null}
        >
          {copy(returnPath === null ? 'cardAdded.action' : 'cardAdded.back')}
        </ButtonLink>
        {newest ? (
          <ButtonLink to="/account/overview" size="large" variant="quiet">
            {copy('cardAdded.account')}
          </ButtonLink>
        ) : null}
      </div>
      <PasskeyOffer />
    </div>
  )
}
