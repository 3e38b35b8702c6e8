import { useCopy } from '../partner/partner-context.tsx'
import type { PostForm } from './form-post.ts'
import { PasswordField } from './password-field.tsx'

/** A new password, twice. */
export function NewPasswordFields({ form }: { readonly form: Pick<PostForm, 'text'> }) {
  const copy = useCopy()
  return (
    <>
      <PasswordField
        {...form.text('password')}
        label={copy('join.password')}
        hint={copy('join.password.hint')}
        autoComplete="new-password"
        required
      />
      <PasswordField
        {...form.text('passwordConfirm')}
        label={copy('join.passwordConfirm')}
        autoComplete="new-password"
        required
      />
    </>
  )
}
