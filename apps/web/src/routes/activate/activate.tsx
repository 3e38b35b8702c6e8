import { needsActivation } from '@dineward/core/members/member-questions.ts'
import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  redirect,
  replace,
  useActionData,
  useLocation,
  useNavigation,
} from 'react-router'
import { appOf } from '../../app-context.ts'
import styles from '../../features/content/home/activation-stage.module.css'
import { ActivationStage, primeStage } from '../../features/content/home/activation-stage.tsx'
import { activate, activationErrorText, activationRedirect } from '../../features/identity/activation.ts'
import { memberQuery } from '../../features/identity/member.queries.ts'
import { publicIdParam } from '../../lib/browser/known-visitor.ts'
import { useCopy } from '../../partner/partner-context.tsx'
import { SearchCarousel } from '../../search-carousel.tsx'
import { Button } from '../../ui/button.tsx'
import { toasts } from '../../ui/dialog/toast-store.ts'
import { ErrorBox } from '../../ui/form/error-box.tsx'
import { textOf } from '../../ui/form/form-data.ts'

/**
 * It is Tier-1 activation (shell §4). Members at another level get 404; other visitors are redirected by the state of
 * their id.
 */
export async function loader(args: LoaderFunctionArgs) {
  const app = appOf(args)
  const member = await app.queryClient.ensureQueryData(memberQuery(app)).catch(() => null)
  if (member && !needsActivation(member)) throw data(null, { status: 404 })
  const elsewhere = await activationRedirect(app, args.request)
  if (elsewhere !== null) throw redirect(elsewhere)
  await primeStage(app, 'activation')
  return null
}

interface ActivationFailure {
  /** It is on the page, for visitors without script and thus without toasts. */
  readonly error: string | null
}

export async function action(args: ActionFunctionArgs) {
  const app = appOf(args)
  try {
    const path = await activate(app, textOf(await args.request.formData(), 'publicId'))
    toasts.succeed('activate')
    return replace(path)
  } catch {
    const error = activationErrorText(app)
    if (typeof document === 'undefined') return data({ error }, { status: 400 })
    toasts.fail('activate', error)
    return data({ error: null }, { status: 400 })
  }
}

export function Component() {
  const copy = useCopy()
  const { pathname, search } = useLocation()
  const publicId = new URLSearchParams(search).get(publicIdParam) ?? ''
  const failure = useActionData() as ActivationFailure | undefined
  const busy = useNavigation().formMethod === 'POST'
  return (
    <ActivationStage Carousel={SearchCarousel} stage="activation">
      {failure?.error ? (
        <ErrorBox>
          <p>{failure.error}</p>
        </ErrorBox>
      ) : null}
      <Form method="post" action={pathname + search} className={styles.form}>
        <input type="hidden" name="publicId" value={publicId} />
        <Button type="submit" size="large" busy={busy} className={styles.action}>
          {copy(busy ? 'activate.working' : 'activate.action')}
        </Button>
      </Form>
    </ActivationStage>
  )
}

export { PageError as ErrorBoundary } from '../../features/layout/messages/page-error.tsx'
