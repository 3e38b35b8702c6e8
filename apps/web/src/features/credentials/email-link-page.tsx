import type { ReactNode } from 'react'
import { Form, useActionData, useLocation, useNavigation } from 'react-router'
import { useSecretAddress } from '../../lib/navigation/use-secret-address.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PlainPage } from '../../ui/page/plain-page.tsx'
import type { LinkOutcome } from './email-links.ts'

type LinkWords = 'documentTitle' | 'working' | `${'ask' | 'done'}.${'title' | 'text' | 'action'}`

interface EmailLinkPageProps {
  readonly say: (words: LinkWords) => string
  /** Where the button leads once it is done. */
  readonly next: string
  /** What to do where the link does not work. */
  readonly help?: ReactNode
}

/** A mailed link leads here. Only the button acts, since programs that check mail open links. */
export function EmailLinkPage({ say, next, help }: EmailLinkPageProps) {
  useSecretAddress()
  const outcome = useActionData() as LinkOutcome | undefined
  const isDone = outcome !== undefined && 'done' in outcome
  const state = isDone ? 'done' : 'ask'
  return (
    <PlainPage documentTitle={say('documentTitle')} title={say(`${state}.title`)} text={say(`${state}.text`)}>
      {outcome && 'error' in outcome ? (
        <Notice kind="danger" role="alert">
          <p>{outcome.error}</p>
          {help}
        </Notice>
      ) : null}
      {isDone ? (
        <ButtonLink to={next} size="large" wide>
          {say('done.action')}
        </ButtonLink>
      ) : (
        <LinkForm say={say} />
      )}
    </PlainPage>
  )
}

function LinkForm({ say }: Pick<EmailLinkPageProps, 'say'>) {
  const { pathname, search } = useLocation()
  const busy = useNavigation().formMethod === 'POST'
  return (
    <Form method="post" action={pathname + search}>
      <input type="hidden" name="token" value={new URLSearchParams(search).get('token') ?? ''} />
      <Button type="submit" size="large" wide busy={busy}>
        {say(busy ? 'working' : 'ask.action')}
      </Button>
    </Form>
  )
}
