import type { Member } from '@dineward/core/members/members.contract.ts'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { Button } from '../../ui/button.tsx'
import { FormErrors } from '../../ui/form/form-errors.tsx'
import { FormFoot, PostedForm } from '../../ui/form/form-layout.tsx'
import { usePostForm } from '../../ui/form/form-post.ts'
import { NewPasswordFields } from '../../ui/form/password/new-password-fields.tsx'
import { PasswordField } from '../../ui/form/password/password-field.tsx'
import { changePasswordProblems } from './change-password.ts'

export function ChangePasswordForm({ member }: { readonly member: Member }) {
  const copy = useCopy()
  const app = useApp()
  const form = usePostForm(data => changePasswordProblems(app, member, data))
  return (
    <PostedForm of={form}>
      <FormErrors of={form} />
      <PasswordField
        {...form.text('current')}
        label={copy('changePassword.current')}
        autoComplete="current-password"
        required
      />
      <NewPasswordFields form={form} label={copy('changePassword.password')} />
      <FormFoot>
        <Button type="submit" size="large" wide busy={form.busy}>
          {copy(form.busy ? 'changePassword.working' : 'changePassword.submit')}
        </Button>
      </FormFoot>
    </PostedForm>
  )
}
