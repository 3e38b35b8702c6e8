import type { SignInProviders } from '@dineward/core/sign-in-providers/sign-in-providers.contract.ts'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { Button } from '../../ui/button.tsx'
import { FormErrors } from '../../ui/form/form-errors.tsx'
import { FormFoot, PostedForm } from '../../ui/form/form-layout.tsx'
import { usePostForm } from '../../ui/form/form-post.ts'
import { PasswordField } from '../../ui/form/password/password-field.tsx'
import { linkProblems } from './link-sign-in.ts'
import { RecentSignIn } from './provider-buttons.tsx'

export function UnlinkSignInForm({ own }: { readonly own: SignInProviders }) {
  const copy = useCopy()
  const app = useApp()
  const form = usePostForm(data => linkProblems(app, data, !own.hasPassword))
  const field = form.text('password')
  return (
    <PostedForm of={form}>
      <FormErrors of={form} />
      {own.hasPassword ? (
        <PasswordField
          {...field}
          label={copy('login.password')}
          hint={copy('providers.proof.hint')}
          autoComplete="current-password"
          required
        />
      ) : (
        <RecentSignIn own={own} />
      )}
      <FormFoot>
        <Button type="submit" size="large" wide busy={form.busy}>
          {copy(form.busy ? 'providers.unlink.working' : 'providers.unlink')}
        </Button>
      </FormFoot>
    </PostedForm>
  )
}
