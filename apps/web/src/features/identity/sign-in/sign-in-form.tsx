import { asksForMemberNumber, offersPasskeys } from '@dineward/core/partner/partner-questions.ts'
import { useApp, useCopy } from '../../../partner/partner-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { FormErrors } from '../../../ui/form/form-errors.tsx'
import { FormFoot, PostedForm } from '../../../ui/form/form-layout.tsx'
import { usePostForm } from '../../../ui/form/form-post.ts'
import { PasswordField } from '../../../ui/form/password/password-field.tsx'
import { signInProblems, userNameLabel } from './sign-in.ts'
import { UserNameField } from './user-name-field.tsx'

export function SignInForm({ userName }: { readonly userName: string }) {
  const copy = useCopy()
  const app = useApp()
  const form = usePostForm(data => signInProblems(app, data), { userName })
  const numbered = asksForMemberNumber(app.partner)
  return (
    <PostedForm of={form}>
      <FormErrors of={form} status={copy('login.error.form')} />
      <UserNameField
        form={form}
        numbered={numbered}
        withPasskeys={offersPasskeys(app.partner)}
        label={copy(userNameLabel(app.partner))}
      />
      <PasswordField
        {...form.text('password')}
        label={copy('login.password')}
        autoComplete="current-password"
        required
      />
      <Checkbox {...form.tick('rememberMe')} label={copy('login.staySignedIn')} />
      <FormFoot>
        <Button type="submit" size="large" wide busy={form.busy}>
          {copy(form.busy ? 'login.working' : 'login.submit')}
        </Button>
      </FormFoot>
    </PostedForm>
  )
}
