import { isCardMember, needsActivation } from '@dineward/core/members/member-questions.ts'
import { signInPath } from '@dineward/core/partner/partner-questions.ts'
import { type LoaderFunctionArgs, redirect } from 'react-router'
import { appOf } from '../../app-context.ts'
import styles from '../../features/content/home/activation-stage.module.css'
import { ActivationStage, primeStage } from '../../features/content/home/activation-stage.tsx'
import { isActivated } from '../../features/identity/activation.ts'
import { memberQuery } from '../../features/identity/member.queries.ts'
import { withReturnPath } from '../../lib/navigation/return-path.ts'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { SearchCarousel } from '../../search-carousel.tsx'
import { ButtonLink } from '../../ui/button.tsx'

/** Others are redirected to activation, which says why it is not possible. */
export async function loader(args: LoaderFunctionArgs) {
  const app = appOf(args)
  const member = await app.queryClient.ensureQueryData(memberQuery(app)).catch(() => null)
  const isActive = member
    ? isCardMember(member) && !needsActivation(member)
    : await isActivated(app, args.request)
  if (!isActive) throw redirect(`/activate${new URL(args.request.url).search}`)
  await primeStage(app, 'activated')
  return null
}

/** The next step is to sign in, or with a session to link a card. */
export function Component() {
  const copy = useCopy()
  const app = useApp()
  const signIn = app.hasSession() ? null : signInPath(app.partner)
  const cards = '/account/manage_cards'
  return (
    <ActivationStage Carousel={SearchCarousel} stage="activated">
      <div className={styles.actions}>
        <ButtonLink
          to={signIn === null ? cards : withReturnPath(signIn, cards)}
          size="large"
          className={styles.action}
        >
          {copy(signIn === null ? 'activate.done.linkCard' : 'activate.done.signIn')}
        </ButtonLink>
        <ButtonLink to="/search" variant="quiet" size="large">
          {copy('activate.done.action')}
        </ButtonLink>
      </div>
    </ActivationStage>
  )
}

export { PageError as ErrorBoundary } from '../../features/layout/messages/page-error.tsx'
