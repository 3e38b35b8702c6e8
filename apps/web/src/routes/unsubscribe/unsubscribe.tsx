import { asksForEmailOptIn } from '@dineward/core/partner/partner-questions.ts'
import { type ActionFunctionArgs, data, Form, useActionData, useLocation, useNavigation } from 'react-router'
import { appOf } from '../../app-context.ts'
import { changeMailSubscription, type MailSubscription } from '../../features/mail/mail-subscription.ts'
import { useSecretAddress } from '../../lib/navigation/use-secret-address.ts'
import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PlainPage } from '../../ui/page/plain-page.tsx'

export async function action(args: ActionFunctionArgs) {
  const outcome = await changeMailSubscription(appOf(args), await args.request.formData())
  return data(outcome, { status: 'error' in outcome ? 400 : 200 })
}

/** A mailed link leads here. A button unsubscribes, since programs that check mail open links. */
export function Component() {
  useSecretAddress()
  const copy = useCopy()
  const asks = asksForEmailOptIn(usePartner())
  const { search } = useLocation()
  const outcome = useActionData() as MailSubscription | undefined
  const changed = outcome && 'subscribed' in outcome ? outcome : null
  const state = changed ? (changed.subscribed ? 'undone' : 'done') : 'ask'
  const token = changed?.token ?? new URLSearchParams(search).get('token') ?? ''
  return (
    <PlainPage
      documentTitle={copy('unsubscribe.documentTitle')}
      title={copy(`unsubscribe.${state}.title`)}
      text={copy(`unsubscribe.${state}.text`)}
    >
      {outcome && 'error' in outcome ? (
        <Notice kind="danger" role="alert">
          <p>{outcome.error}</p>
        </Notice>
      ) : null}
      {(changed ? changed.affectsEarning : asks) ? (
        <Notice kind="plain">
          <p>{copy(`unsubscribe.${state}.earning`)}</p>
        </Notice>
      ) : null}
      {state === 'undone' ? (
        <ButtonLink to="/search" size="large" wide>
          {copy('unsubscribe.undone.action')}
        </ButtonLink>
      ) : (
        <SubscriptionForm token={token} subscribed={state === 'done'} />
      )}
    </PlainPage>
  )
}

/** `subscribed` decides what the button does. */
function SubscriptionForm({ token, subscribed }: { readonly token: string; readonly subscribed: boolean }) {
  const copy = useCopy()
  const busy = useNavigation().formMethod === 'POST'
  return (
    <Form method="post" action="/unsubscribe">
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="subscribed" value={String(subscribed)} />
      <Button
        type="submit"
        size="large"
        wide
        busy={busy}
        {...(subscribed ? { variant: 'plain' as const } : {})}
      >
        {copy(busy ? 'unsubscribe.working' : `unsubscribe.${subscribed ? 'done' : 'ask'}.action`)}
      </Button>
    </Form>
  )
}
