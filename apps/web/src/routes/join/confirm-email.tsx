import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  useActionData,
  useLocation,
  useNavigation,
} from 'react-router'
import { appOf } from '../../app-context.ts'
import { confirmEmail, type EmailConfirmation } from '../../features/identity/email-confirmation.ts'
import { requireMember } from '../../features/identity/require-member.ts'
import { useSecretAddress } from '../../lib/navigation/use-secret-address.ts'
import { useCopy } from '../../partner/partner-context.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PlainPage } from '../../ui/page/plain-page.tsx'

const tokenIn = (address: string) => new URLSearchParams(address).get('token') ?? ''

export async function loader(args: LoaderFunctionArgs) {
  const { request } = args
  if (request.method === 'GET' && tokenIn(new URL(request.url).search) === '')
    await requireMember(appOf(args), request)
  return null
}

export async function action(args: ActionFunctionArgs) {
  const outcome = await confirmEmail(appOf(args), await args.request.formData())
  return data(outcome, { status: 'error' in outcome ? 400 : 200 })
}

/** A mailed link leads here. A button confirms, since programs that check mail open links. */
export function Component() {
  useSecretAddress()
  const copy = useCopy()
  const { pathname, search } = useLocation()
  const token = tokenIn(search)
  const outcome = useActionData() as EmailConfirmation | undefined
  const busy = useNavigation().formMethod === 'POST'
  const done = outcome && 'done' in outcome ? outcome.done : null
  const state = done ?? (token === '' ? 'ask' : 'link')
  return (
    <PlainPage
      documentTitle={copy('confirmEmail.documentTitle')}
      title={copy(state === 'confirmed' ? 'confirmEmail.confirmed.title' : 'confirmEmail.title')}
      text={copy(`confirmEmail.${state}.text`)}
    >
      {outcome && 'error' in outcome ? (
        <Notice kind="danger" role="alert">
          <p>{outcome.error}</p>
        </Notice>
      ) : null}
      {done ? (
        <ButtonLink to="/account/overview" size="large" wide>
          {copy('confirmEmail.account')}
        </ButtonLink>
      ) : (
        // It keeps the token: without one, the loader that runs after the action would ask for a sign-in.
        <Form method="post" action={pathname + search}>
          <input type="hidden" name="token" value={token} />
          <Button type="submit" size="large" wide busy={busy}>
            {copy(token === '' ? 'confirmEmail.ask.action' : 'confirmEmail.action')}
          </Button>
        </Form>
      )}
    </PlainPage>
  )
}
