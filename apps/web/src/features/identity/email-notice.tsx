import type { Member } from '@dineward/core/members/members.contract.ts'
import { Form } from 'react-router'
import { useCopy } from '../../partner/partner-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

/** For members who have not confirmed their address. Works without script. */
export function EmailNotice({ member }: { readonly member: Member }) {
  const copy = useCopy()
  if (member.emailConfirmed || member.email === '') return null
  return (
    <Notice kind="warn" title={copy('confirmEmail.title')}>
      <p>{copy('confirmEmail.ask.text')}</p>
      <Form method="post" action="/confirm_email">
        <Button type="submit" variant="plain" size="small">
          {copy('confirmEmail.ask.action')}
        </Button>
      </Form>
    </Notice>
  )
}
