import type { ReactNode } from 'react'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { Button } from '../../ui/button.tsx'
import { FormErrors } from '../../ui/form/form-errors.tsx'
import { FormFoot, PostedForm } from '../../ui/form/form-layout.tsx'
import { usePostForm } from '../../ui/form/form-post.ts'
import { PasswordField } from '../../ui/form/password/password-field.tsx'
import { leaveProblems } from './leaving.ts'

interface LeaveFormProps {
  /** Leads members without a password to a sign-in of the last minutes, which proves who asks. */
  readonly recentSignIn: ReactNode
}

export function LeaveForm({ recentSignIn }: LeaveFormProps) {
  const copy = useCopy()
  const app = useApp()
  const form = usePostForm(data => leaveProblems(app, data))
  return (
    <PostedForm of={form}>
      <FormErrors of={form} />
      {recentSignIn ?? (
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
