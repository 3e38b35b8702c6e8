import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { Button } from '../../ui/button.tsx'
import { FormErrors } from '../../ui/form/form-errors.tsx'
import { FormFoot, PostedForm } from '../../ui/form/form-layout.tsx'
import { usePostForm } from '../../ui/form/form-post.ts'
import { PasswordField } from '../../ui/form/password/password-field.tsx'
import { removalProblems } from './remove-passkey.ts'

export function RemovePasskeyForm() {
  const copy = useCopy()
  const app = useApp()
  const form = usePostForm(data => removalProblems(app, data))
  return (
    <PostedForm of={form}>
      <FormErrors of={form} />
      <PasswordField
        {...form.text('password')}
        label={copy('login.password')}
        hint={copy('passkeys.password.hint')}
        autoComplete="current-password"
        required
      />
      <FormFoot>
        <Button type="submit" size="large" wide busy={form.busy}>
          {copy(form.busy ? 'passkeys.remove.working' : 'passkeys.remove')}
        </Button>
      </FormFoot>
    </PostedForm>
  )
}
