import { isClosed } from '@dineward/core/members/member-questions.ts'
import { useQuery } from '@tanstack/react-query'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, Navigate, redirect } from 'react-router'
import { appOf } from '../../app-context.ts'
import { CardForms } from '../../features/cards/card-forms.tsx'
import { CardSecurityNote } from '../../features/cards/card-security-note.tsx'
import { loadCardForms } from '../../features/cards/cards.queries.ts'
import { linkPartnerCards } from '../../features/cards/partner-cards/partner-cards.ts'
import { reenroll } from '../../features/cards/reenroll.ts'
import { memberQuery } from '../../features/identity/member.queries.ts'
import { requireMember } from '../../features/identity/require-member.ts'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import styles from './join.module.css'

export { AccountError as ErrorBoundary } from '../../features/identity/account-states.tsx'

const account = '/account/overview'

export async function loader(args: LoaderFunctionArgs) {
  const app = appOf(args)
  if (!isClosed(await requireMember(app, args.request))) throw redirect(account)
  return loadCardForms(app)
}

/** Of the form for the partner's cards. It stays when none of them is linked. */
export async function action(args: ActionFunctionArgs) {
  const app = appOf(args)
  await requireMember(app, args.request)
  const result = await linkPartnerCards(app, await args.request.formData(), reenroll)
  if (result.registrations?.some(({ error }) => !error)) return redirect(account)
  return data(result, { status: result.rejected ? 400 : 200 })
}

/** It stands in for everything else for a closed account (account §2 Re-enrollment). */
export function Component() {
  const copy = useCopy()
  const { data: member } = useQuery(memberQuery(useApp()))
  // The account was opened, here or in another tab.
  if (member && !isClosed(member)) return <Navigate to={account} replace />
  return (
    <div className={styles.page}>
      <PageHead title={copy('reenroll.title')} index={false} />
      <div className={styles.main}>
        <div className={styles.head}>
          <h1>{copy('reenroll.title')}</h1>
          <p className={styles.text}>{copy('reenroll.deleted')}</p>
          <p className={styles.text}>{copy('reenroll.addCard')}</p>
        </div>
        <Card padding="roomy">
          <CardForms heading="h2" link={reenroll}>
            <ButtonLink to="/SignOut" variant="plain" wide reloadDocument>
              {copy('reenroll.later')}
            </ButtonLink>
          </CardForms>
        </Card>
      </div>
      <div className={styles.aside}>
        <CardSecurityNote />
      </div>
    </div>
  )
}
