import { type ActionFunctionArgs, data, Form, useActionData, useLocation, useNavigation } from 'react-router'
import { appOf } from '../../app-context.ts'
import { type EmailRestore, restoreEmail } from '../../features/credentials/restore-email.ts'
import { useSecretAddress } from '../../lib/navigation/use-secret-address.ts'
import { useCopy } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PlainPage } from '../../ui/page/plain-page.tsx'

export async function action(args: ActionFunctionArgs) {
  const outcome = await restoreEmail(appOf(args), await args.request.formData())
  return data(outcome, { status: 'error' in outcome ? 400 : 200 })
}

/** A mailed link leads here. A button restores, since programs that check mail open links. */
export function Component() {
  useSecretAddress()
  const copy = useCopy()
  const outcome = useActionData() as EmailRestore | undefined
  const state = outcome && 'restored' in outcome ? 'done' : 'ask'
  return (
    <PlainPage
      documentTitle={copy('restoreEmail.documentTitle')}
      title={copy(`restoreEmail.${state}.title`)}
      text={copy(`restoreEmail.${state}.text`)}
    >
      {outcome && 'error' in outcome ? (
        <Notice kind="danger" role="alert">
          <p>{outcome.error}</p>
          <p>
            <AppLink to="/recover">{copy('restoreEmail.recover')}</AppLink>
          </p>
        </Notice>
      ) : null}
      {state === 'done' ? (
        <ButtonLink to="/recover/confirm" size="large" wide>
          {copy('restoreEmail.done.action')}
        </ButtonLink>
      ) : (
        <RestoreForm />
      )}
    </PlainPage>
  )
}

function RestoreForm() {
  const copy = useCopy()
  const { pathname, search } = useLocation()
  const busy = useNavigation().formMethod === 'POST'
  return (
    <Form method="post" action={pathname + search}>
      <input type="hidden" name="token" value={new URLSearchParams(search).get('token') ?? ''} />
      <Button type="submit" size="large" wide busy={busy}>
        {copy(busy ? 'restoreEmail.working' : 'restoreEmail.ask.action')}
      </Button>
    </Form>
  )
}
