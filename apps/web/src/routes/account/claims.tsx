import { useSuspenseQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useSearchParams } from 'react-router'
import { ClaimList, NoClaims } from '../../features/claims/claim-list.tsx'
import { claimsQuery } from '../../features/claims/claims.queries.ts'
import { loadAccountPage } from '../../features/identity/account.loader.ts'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import styles from './account.module.css'

export { AccountError as ErrorBoundary } from '../../features/identity/account-states.tsx'

export function loader(args: LoaderFunctionArgs) {
  return loadAccountPage(args, app => [app.queryClient.ensureQueryData(claimsQuery(app))])
}

export function Component() {
  const copy = useCopy()
  const { data: claims } = useSuspenseQuery(claimsQuery(useApp()))
  const reported = useSearchParams()[0].get('claim')
  const fresh = claims.find(({ id }) => id === reported)
  return (
    <div className={styles.page}>
      <PageHead title={copy('claim.list.title')} index={false} />
      <div className={styles.head}>
        <h1>{copy('claim.list.title')}</h1>
        <p>
          <AppLink to="/account/recent_activity">{copy('claim.back')}</AppLink>
        </p>
      </div>
      {fresh ? (
        <Notice
          kind={fresh.state === 'approved' ? 'done' : 'plain'}
          title={copy('claim.reported', { merchant: fresh.merchantName })}
          role="status"
        >
          <p>{fresh.answer}</p>
        </Notice>
      ) : null}
      <Card padding="roomy">{claims.length === 0 ? <NoClaims /> : <ClaimList claims={claims} />}</Card>
      {claims.length === 0 ? null : (
        <p>
          <ButtonLink to="/account/claim" variant="quiet">
            {copy('claim.title')}
          </ButtonLink>
        </p>
      )}
    </div>
  )
}
