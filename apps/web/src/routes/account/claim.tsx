import { proposedVisits } from '@dineward/core/claims/proposed-visits.rules.ts'
import { takesReservations } from '@dineward/core/partner/partner-questions.ts'
import { isLocalDate, localDateAt } from '@dineward/core/shared/local-date.ts'
import { useQuery } from '@tanstack/react-query'
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useSearchParams,
} from 'react-router'
import { type AppContext, appOf } from '../../app-context.ts'
import { cardsQuery } from '../../features/cards/cards.queries.ts'
import { sendClaim } from '../../features/claims/claim-form.ts'
import { ClaimForm, claimDraft } from '../../features/claims/claim-form.tsx'
import { claimsQuery, restaurantsNamedQuery } from '../../features/claims/claims.queries.ts'
import { RestaurantChoice } from '../../features/claims/restaurant-choice.tsx'
import { loadAccountPage } from '../../features/identity/account.loader.ts'
import { requireMember } from '../../features/identity/require-member.ts'
import { merchantQuery } from '../../features/merchants/merchant.queries.ts'
import { reservationsQuery } from '../../features/reservations/reservations.queries.ts'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Card } from '../../ui/card.tsx'
import { deleteFormDraft } from '../../ui/form/form-draft.ts'
import { PageHead } from '../../ui/page/page-head.tsx'
import styles from './account.module.css'

export { AccountError as ErrorBoundary } from '../../features/identity/account-states.tsx'

/** `?merchant=` is the restaurant, `?date=` the day; `?restaurant=` the words to find it by. */
const askedIn = (query: URLSearchParams) => ({
  merchantId: query.get('merchant') ?? '',
  date: query.get('date') ?? '',
  words: (query.get('restaurant') ?? '').trim().slice(0, 100),
})

export function loader(args: LoaderFunctionArgs) {
  const { merchantId, words } = askedIn(new URL(args.request.url).searchParams)
  return loadAccountPage(args, app => [
    app.queryClient.ensureQueryData(cardsQuery(app)),
    // Of an unknown restaurant the page asks again.
    ...(merchantId ? [app.queryClient.prefetchQuery(merchantQuery(app, merchantId))] : []),
    ...(merchantId ? [] : primeProposed(app)),
    ...(words ? [app.queryClient.ensureQueryData(restaurantsNamedQuery(app, words))] : []),
  ])
}

export async function action(args: ActionFunctionArgs) {
  const app = appOf(args)
  const { request } = args
  await requireMember(app, request)
  const { merchantId } = askedIn(new URL(request.url).searchParams)
  const result = await sendClaim(app, await request.formData(), merchantId)
  if (!('claim' in result)) return data(result, { status: 400 })
  deleteFormDraft(claimDraft(merchantId))
  await app.queryClient.invalidateQueries({ queryKey: claimsQuery(app).queryKey })
  await app.queryClient.invalidateQueries({ queryKey: ['activity'] })
  return redirect(`/account/claims?claim=${encodeURIComponent(result.claim.id)}`)
}

export function Component() {
  const copy = useCopy()
  const app = useApp()
  const { merchantId, date, words } = askedIn(useSearchParams()[0])
  const { data: merchant, dataUpdatedAt } = useQuery({
    ...merchantQuery(app, merchantId),
    enabled: merchantId !== '',
  })
  const { data: cards = [] } = useQuery(cardsQuery(app))
  const proposed = useProposedVisits(merchantId === '')
  return (
    <div className={styles.page}>
      <PageHead title={copy('claim.title')} index={false} />
      <div className={styles.head}>
        <h1>{merchant ? copy('claim.title') : copy('claim.restaurant.title')}</h1>
        <p className={styles.lead}>{copy('claim.lead')}</p>
      </div>
      <Card padding="roomy" className={`${styles.page} ${styles.form}`}>
        {merchant ? (
          <ClaimForm
            merchant={merchant}
            cards={cards}
            proposedDate={isLocalDate(date) ? date : ''}
            today={localDateAt(merchant.timezone, new Date(dataUpdatedAt + app.clockShiftMs))}
          />
        ) : (
          <RestaurantChoice words={words} proposed={proposed} />
        )}
      </Card>
      <p>
        <AppLink to="/account/recent_activity">{copy('claim.back')}</AppLink>
      </p>
    </div>
  )
}

/** The page shows what has an answer. */
const primeProposed = (app: AppContext) =>
  takesReservations(app.partner)
    ? [app.queryClient.prefetchQuery(reservationsQuery(app)), app.queryClient.prefetchQuery(claimsQuery(app))]
    : []

function useProposedVisits(isAsked: boolean) {
  const app = useApp()
  const enabled = isAsked && takesReservations(app.partner)
  const { data: tables = [], dataUpdatedAt } = useQuery({ ...reservationsQuery(app), enabled })
  const { data: claims = [] } = useQuery({ ...claimsQuery(app), enabled })
  const today = new Date(dataUpdatedAt + app.clockShiftMs).toISOString().slice(0, 10)
  return enabled ? proposedVisits(tables, claims, today, app.partner.settings.claims) : []
}
