import { hasNotJoined, isClosed } from '@dineward/core/members/member-questions.ts'
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useLocation,
  useNavigate,
} from 'react-router'
import { appOf } from '../../app-context.ts'
import { CardForms } from '../../features/cards/card-forms.tsx'
import { CardSecurityNote } from '../../features/cards/card-security-note.tsx'
import { loadCardForms } from '../../features/cards/cards.queries.ts'
import { linkPartnerCards } from '../../features/cards/partner-cards/partner-cards.ts'
import { requireMember } from '../../features/identity/require-member.ts'
import { JoinSteps } from '../../features/members/joining/join-steps.tsx'
import { returnPathIn, withReturnPath } from '../../lib/navigation/return-path.ts'
import { useCopy } from '../../partner/partner-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import styles from './join.module.css'

export { AccountError as ErrorBoundary } from '../../features/identity/account-states.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const app = appOf(args)
  const member = await requireMember(app, args.request)
  if (hasNotJoined(member)) return redirect('/join')
  if (isClosed(member)) return redirect('/account/overview')
  return loadCardForms(app)
}

/** Of the form for the partner's cards. It stays when one of them is not linked. */
export async function action(args: ActionFunctionArgs) {
  const app = appOf(args)
  await requireMember(app, args.request)
  const result = await linkPartnerCards(app, await args.request.formData())
  if (result.registrations?.every(({ error }) => !error)) return redirect(nextPage(args.request.url))
  return data(result, { status: result.rejected ? 400 : 200 })
}

const nextPage = (address: string) => withReturnPath('/card_added', returnPathIn(address))

export function Component() {
  const copy = useCopy()
  const navigate = useNavigate()
  const next = nextPage(useLocation().search)
  return (
    <div className={styles.page}>
      <PageHead title={copy('addCard.documentTitle')} index={false} />
      <div className={styles.main}>
        <JoinSteps current="card" />
        <div className={styles.head}>
          <h1>{copy('addCard.title')}</h1>
          <p className={styles.text}>{copy('addCard.why')}</p>
        </div>
        <Card padding="roomy">
          <CardForms heading="h2" onLinked={() => void navigate(next)}>
            <ButtonLink to={next} variant="plain" wide>
              {copy('addCard.skip')}
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
