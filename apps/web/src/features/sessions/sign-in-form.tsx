import { asksForMemberNumber } from '@dineward/core/partner/partner-questions.ts'
import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { FormErrors } from '../../ui/form-errors.tsx'
import { FormFoot, PostedForm } from '../../ui/form-layout.tsx'
import { usePostForm } from '../../ui/form-post.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { signInProblems } from './sign-in.ts'

/** E-mail or member number, and password (shell §2.1). */
export function SignInForm() {
  const copy = useCopy()
  const partner = usePartner()
  const form = usePostForm(data => signInProblems(copy, data))
  const numbered = asksForMemberNumber(partner)
  return (
    <PostedForm of={form}>
      <FormErrors of={form} status={copy('login.error.form')} />
      <Field
        {...form.text('userName')}
        label={copy(numbered ? 'login.userName' : 'login.userName.emailOnly')}
        type={numbered ? 'text' : 'email'}
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
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
