import { hasNotJoined, isCardMember } from '@dineward/core/members/member-questions.ts'
import type { Member } from '@dineward/core/members/members.contract.ts'
import {
  asksForMemberNumber,
  signInPath,
  usesSingleSignOn,
} from '@dineward/core/partner/partner-questions.ts'
import type { ProvenSignIn } from '@dineward/core/sign-in-providers/sign-in-providers.contract.ts'
import { signInProviderNames } from '@dineward/core/sign-in-providers/sign-in-providers.rules.ts'
import { useQuery } from '@tanstack/react-query'
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  redirectDocument,
  useLocation,
} from 'react-router'
import { type AppContext, appOf } from '../../app-context.ts'
import { memberQuery, rememberMember } from '../../features/identity/member.queries.ts'
import { PartnerSignInLink } from '../../features/identity/sign-in/partner-sign-in.tsx'
import {
  type JoinKind,
  join,
  joinAsPerson,
  joinFailure,
  joinProven,
  rejectJoin,
  validateJoin,
} from '../../features/members/joining/join.ts'
import { joinProblemsAtServer } from '../../features/members/joining/join-checks.ts'
import { JoinForm } from '../../features/members/joining/join-form.tsx'
import { JoinPromise } from '../../features/members/joining/join-promise.tsx'
import { JoinSteps } from '../../features/members/joining/join-steps.tsx'
import { prospectField } from '../../features/members/prospects/prospect-email.ts'
import { InvitationNotice, ReferralNotice } from '../../features/members/referral-notice.tsx'
import { ProviderButtons } from '../../features/sign-in-providers/provider-buttons.tsx'
import { provenSignInQuery } from '../../features/sign-in-providers/sign-in-providers.queries.ts'
import { returnPathIn, withReturnPath } from '../../lib/navigation/return-path.ts'
import { useApp, useCopy, usePartner } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Card } from '../../ui/card.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import styles from './join.module.css'

export async function loader(args: LoaderFunctionArgs) {
  const app = appOf(args)
  const member = await app.queryClient.ensureQueryData(memberQuery(app))
  // Closed accounts see how to reopen.
  if (isCardMember(member)) throw redirect(returnPathIn(args.request.url) ?? '/account/overview')
  const proven = await app.queryClient.ensureQueryData(provenSignInQuery(app))
  if (proven?.isMember) throw redirect(`/link_sign_in${new URL(args.request.url).search}`)
  return null
}

export async function action(args: ActionFunctionArgs) {
  const app = appOf(args)
  const form = await args.request.formData()
  if (form.has(prospectField)) {
    const { answerProspect } = await import('../../features/members/prospects/prospect.ts')
    return answerProspect(app, form)
  }
  const kind = await joinKindOf(app)
  const fieldErrors = validateJoin(app, form, kind)
  if (Object.keys(fieldErrors).length > 0) {
    const atServer = await joinProblemsAtServer(app, form, kind)
    return data(rejectJoin(form, { ...atServer, ...fieldErrors }), { status: 400 })
  }
  try {
    rememberMember(app, await joinBy[kind](app, args.request, form))
  } catch (error) {
    return data(joinFailure(app, form, error), { status: 400 })
  }
  // Only a new document may contain the card frame, and forget what was public.
  const next = app.partner.rateDependsOnEmails ? '/join_rate' : '/add_card'
  return redirectDocument(withReturnPath(next, returnPathIn(args.request.url)))
}

const joinBy = { person: joinAsPerson, proven: joinProven, prospect: join } as const

async function joinKindOf(app: AppContext): Promise<JoinKind> {
  if (hasNotJoined(await app.queryClient.ensureQueryData(memberQuery(app)))) return 'person'
  return (await app.queryClient.ensureQueryData(provenSignInQuery(app)))?.email ? 'proven' : 'prospect'
}

export function Component() {
  const copy = useCopy()
  const { data: member = null } = useQuery({ ...memberQuery(useApp()), enabled: false })
  const person = hasNotJoined(member) ? member : null
  const { data: confirmed = null } = useQuery({ ...provenSignInQuery(useApp()), enabled: false })
  const elsewhere = usesSingleSignOn(usePartner()) && !person
  return (
    <div className={styles.page}>
      <PageHead title={copy('join.documentTitle')} />
      <div className={styles.main}>
        <JoinSteps current="details" />
        <ReferralNotice />
        <InvitationNotice />
        {elsewhere ? (
          <JoinElsewhere />
        ) : (
          <JoinHere person={person} proven={confirmed?.email ? confirmed : null} />
        )}
      </div>
      <div className={styles.aside}>
        <JoinPromise />
      </div>
    </div>
  )
}

interface JoinHereProps {
  readonly person: Member | null
  readonly proven: ProvenSignIn | null
}

function JoinHere({ person, proven }: JoinHereProps) {
  const copy = useCopy()
  const partner = usePartner()
  const signIn = person ? null : signInPath(partner)
  const returnPath = returnPathIn(useLocation().search)
  const names = { provider: proven ? signInProviderNames[proven.provider] : '' }
  return (
    <>
      <div className={styles.head}>
        <h1>{copy('join.title')}</h1>
        <p className={styles.text}>{proven ? copy('providers.join.text', names) : copy('join.text')}</p>
        {signIn === null ? null : (
          <p>
            {copy(proven ? 'providers.join.member' : 'nav.alreadyMember')}{' '}
            <AppLink to={withReturnPath(signIn, returnPath)}>
              {proven ? copy('providers.join.signIn', names) : copy('nav.signIn')}
            </AppLink>
          </p>
        )}
      </div>
      <Card padding="roomy" className={styles.main}>
        {person || proven ? null : <ProviderButtons withOr />}
        <JoinForm person={person} proven={proven} />
      </Card>
    </>
  )
}

/** With single sign-on, signing in at the partner creates the account. */
function JoinElsewhere() {
  const copy = useCopy()
  const partner = usePartner()
  return (
    <>
      <div className={styles.head}>
        <h1>{copy('joinElsewhere.title')}</h1>
        <p className={styles.text}>{copy('joinElsewhere.text')}</p>
      </div>
      <Card padding="roomy" className={styles.main}>
        {asksForMemberNumber(partner) ? <p>{copy('joinElsewhere.number')}</p> : null}
        <PartnerSignInLink words="joinElsewhere.action" />
      </Card>
    </>
  )
}
