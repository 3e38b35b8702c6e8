import type { ProvenSignIn } from '@dineward/core/sign-in-providers/sign-in-providers.contract.ts'
import { signInProviderNames } from '@dineward/core/sign-in-providers/sign-in-providers.rules.ts'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { Button } from '../../ui/button.tsx'
import { FormErrors } from '../../ui/form/form-errors.tsx'
import { FormFoot, PostedForm } from '../../ui/form/form-layout.tsx'
import { usePostForm } from '../../ui/form/form-post.ts'
import { PasswordField } from '../../ui/form/password/password-field.tsx'
import { linkProblems } from './link-sign-in.ts'

interface LinkSignInFormProps {
  readonly signIn: ProvenSignIn
  readonly isSignedIn: boolean
}

export function LinkSignInForm({ signIn, isSignedIn }: LinkSignInFormProps) {
  const copy = useCopy()
  const app = useApp()
  const form = usePostForm(data => linkProblems(app, data, isSignedIn))
  const field = form.text('password')
  return (
    <PostedForm of={form}>
      <FormErrors of={form} />
      {/* Password managers save it with the account's name. */}
      <input type="hidden" autoComplete="username" value={signIn.email ?? ''} />
      {isSignedIn && field.error === undefined ? null : (
        <PasswordField {...field} label={copy('login.password')} autoComplete="current-password" required />
      )}
      <FormFoot>
        <Button type="submit" size="large" wide busy={form.busy}>
          {form.busy
            ? copy('providers.link.working')
            : copy('providers.link.action', { provider: signInProviderNames[signIn.provider] })}
        </Button>
      </FormFoot>
    </PostedForm>
  )
}
