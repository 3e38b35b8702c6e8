import type { Member } from '@dineward/core/members/members.contract.ts'
import { formatInstant } from '@dineward/core/shared/format.ts'
import { Form, useNavigation } from 'react-router'
import { useCopy } from '../../partner/partner-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { leavePath } from './leave-path.ts'

/** While it can be canceled. Works without script. */
export function ErasureNotice({ member }: { readonly member: Pick<Member, 'erasureAt'> }) {
  const copy = useCopy()
  const busy = useNavigation().formAction === leavePath
  if (member.erasureAt === null) return null
  const date = formatInstant(new Date(member.erasureAt), 'long', 'UTC')
  return (
    <Notice kind="warn" title={copy('leave.notice.title', { date })}>
      <p>{copy('leave.notice.text')}</p>
      <Form method="post" action={leavePath}>
        <input type="hidden" name="keep" value="yes" />
        <Button type="submit" size="small" busy={busy}>
          {copy('leave.notice.action')}
        </Button>
      </Form>
    </Notice>
  )
}
