import { hasNotJoined, isClosed } from '@dineward/core/members/member-questions.ts'
import { type LoaderFunctionArgs, redirect, useLocation, useNavigate } from 'react-router'
import { appOf } from '../../app-context.ts'
import { AddCardForm } from '../../features/cards/add-card-form.tsx'
import { CardSecurityNote } from '../../features/cards/card-security-note.tsx'
import { requireMember } from '../../features/identity/require-member.ts'
import { useSignInAgain } from '../../features/identity/use-sign-in-again.ts'
import { JoinSteps } from '../../features/members/join-steps.tsx'
import { returnPathIn, withReturnPath } from '../../lib/return-path.ts'
import { useCopy } from '../../partner/partner-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import styles from './join.module.css'

export async function loader(args: LoaderFunctionArgs) {
  const member = await requireMember(appOf(args), args.request)
  if (hasNotJoined(member)) return redirect('/join')
  return isClosed(member) ? redirect('/account/overview') : null
}

export function Component() {
  const copy = useCopy()
  const signInAgain = useSignInAgain()
  const navigate = useNavigate()
  const next = withReturnPath('/card_added', returnPathIn(useLocation().search))
  return (
    <div className={styles.page}>
      <PageHead title={copy('addCard.documentTitle')} index={false} />
      <div className={styles.main}>
        <JoinSteps current={2} />
        <div className={styles.head}>
          <h1>{copy('addCard.title')}</h1>
          <p className={styles.text}>{copy('addCard.why')}</p>
        </div>
        <Card padding="roomy">
          <AddCardForm onLinked={() => void navigate(next)} onUnauthorized={signInAgain}>
            <ButtonLink to={next} variant="plain" wide>
              {copy('addCard.skip')}
            </ButtonLink>
          </AddCardForm>
        </Card>
      </div>
      <div className={styles.aside}>
        <CardSecurityNote />
      </div>
    </div>
  )
}
