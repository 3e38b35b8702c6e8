import { usesSingleSignOn } from '@dineward/core/partner/partner-questions.ts'
import { withReturnPath } from '../../lib/navigation/return-path.ts'
import { useApp, useCopy, usePartner } from '../../partner/partner-context.tsx'
import { Button } from '../../ui/button.tsx'
import { FormErrors } from '../../ui/form/form-errors.tsx'
import { FormFoot, PostedForm } from '../../ui/form/form-layout.tsx'
import { usePostForm } from '../../ui/form/form-post.ts'
import { PasswordField } from '../../ui/form/password/password-field.tsx'
import { leavePath } from './leave-path.ts'
import { leaveProblems } from './leaving.ts'

/** Where the partner has the passwords, a sign-in of the last minutes proves who asks. */
export function LeaveForm() {
  const copy = useCopy()
  const app = useApp()
  const partner = usePartner()
  const form = usePostForm(data => leaveProblems(app, data))
  const signsInElsewhere = usesSingleSignOn(partner)
  const signIn = `${withReturnPath('/api/Sso/Start', leavePath)}&recent=yes`
  return (
    <PostedForm of={form}>
      <FormErrors of={form} />
      {signsInElsewhere ? (
        <p>
          {copy('leave.recent')} <a href={signIn}>{copy('leave.recent.action')}</a>
        </p>
      ) : (
        <PasswordField
          {...form.text('password')}
          label={copy('login.password')}
          hint={copy('leave.password.hint')}
          autoComplete="current-password"
          required
        />
      )}
      <FormFoot>
        <Button type="submit" variant="danger" size="large" wide busy={form.busy}>
          {copy(form.busy ? 'leave.working' : 'leave.submit')}
        </Button>
      </FormFoot>
    </PostedForm>
  )
}
