import type { BrowserCopyKey } from '@dineward/core/partner/default-copy.ts'
import { signInPath } from '@dineward/core/partner/partner-questions.ts'
import { useQuery } from '@tanstack/react-query'
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  redirectDocument,
  useLocation,
  useSearchParams,
} from 'react-router'
import { appOf } from '../../app-context.ts'
import { memberQuery, rememberMember } from '../../features/identity/member.queries.ts'
import { type SignOutResult, signOutQuery } from '../../features/identity/sessions/sign-out.queries.ts'
import { returnPathIn, withReturnPath } from '../../lib/navigation/return-path.ts'
import { useApp, useCopy, usePartner } from '../../partner/partner-context.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import styles from './sign-in.module.css'

/** Opening this page signs out (shell §2.1). */
export async function loader(args: LoaderFunctionArgs) {
  const app = appOf(args)
  // Wait for the layout's member query, so that its response does not arrive later.
  await app.queryClient.prefetchQuery(memberQuery(app))
  const member = app.queryClient.getQueryData(memberQuery(app).queryKey)
  const result = await app.queryClient.fetchQuery(signOutQuery(app))
  if (result.outcome !== 'signedOut') return null
  rememberMember(app, null)
  if (result.providerUrl) throw redirectDocument(result.providerUrl)
  const hasNoCard = member != null && !member.hasLinkedCard
  app.queryClient.setQueryData(signOutQuery(app).queryKey, { ...result, hasNoCard })
  return null
}

/** Posted from this page, so it is not refused again. */
export async function action(args: ActionFunctionArgs) {
  return redirect(new URL(args.request.url).pathname)
}

/** They are parameters of the address. */
const causes = ['closed', 'timeout'] as const

const words: Record<SignOutResult['outcome'], { title: BrowserCopyKey; text: BrowserCopyKey }> = {
  signedOut: { title: 'signOut.title', text: 'signOut.text' },
  refused: { title: 'signOut.ask.title', text: 'signOut.ask.text' },
  failed: { title: 'signOut.ask.title', text: 'signOut.failed' },
}

/** It is for a closed member who signs in later, and one who never linked a card. */
const noCardLeft = { title: 'signOut.title', text: 'signOut.noCard.text' } as const

export function Component() {
  const copy = useCopy()
  const app = useApp()
  const [params] = useSearchParams()
  const { data } = useQuery({ ...signOutQuery(app), enabled: false })
  const outcome = data?.outcome ?? 'failed'
  const signedOut = outcome === 'signedOut'
  const cause = causes.find(name => params.has(name))
  const usual = data?.hasNoCard && signedOut ? noCardLeft : words[outcome]
  const { title, text } =
    signedOut && cause ? ({ title: `signOut.${cause}.title`, text: `signOut.${cause}.text` } as const) : usual
  return (
    <div className={styles.page}>
      <PageHead title={copy('signOut.documentTitle')} index={false} />
      <Card padding="roomy" className={styles.card}>
        <div className={styles.head}>
          <h1>{copy(title)}</h1>
          <p className={styles.text}>{copy(text)}</p>
        </div>
        {signedOut ? <NextSteps /> : null}
        {signedOut ? null : (
          <form method="post" action="/SignOut">
            <Button type="submit" size="large" wide>
              {copy('signOut.ask.action')}
            </Button>
          </form>
        )}
      </Card>
    </div>
  )
}

/** Back to the page that timed out, if that was the cause. */
function NextSteps() {
  const copy = useCopy()
  const signIn = signInPath(usePartner())
  const returnPath = returnPathIn(useLocation().search)
  const first = signIn !== null && returnPath !== null
  return (
    <div className={styles.actions}>
      {first ? (
        <ButtonLink to={withReturnPath(signIn, returnPath)} size="large" wide>
          {copy('signOut.signIn')}
        </ButtonLink>
      ) : null}
      <ButtonLink to="/search" {...(first ? { variant: 'quiet' } : { size: 'large' })} wide>
        {copy('notFound.search')}
      </ButtonLink>
      {signIn === null || first ? null : (
        <ButtonLink to={signIn} variant="quiet" wide>
          {copy('signOut.signIn')}
        </ButtonLink>
      )}
    </div>
  )
}
