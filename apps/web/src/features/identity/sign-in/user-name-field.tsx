import { Field } from '../../../ui/form/field.tsx'
import type { PostForm } from '../../../ui/form/form-post.ts'

interface UserNameFieldProps {
  readonly form: Pick<PostForm, 'text'>
  readonly label: string
  /** Members may have a number. */
  readonly numbered: boolean
  /** The browser suggests passkeys as well. */
  readonly withPasskeys?: boolean
}

export function UserNameField({ form, label, numbered, withPasskeys = false }: UserNameFieldProps) {
  return (
    <Field
      {...form.text('userName')}
      label={label}
      type={numbered ? 'text' : 'email'}
      inputMode="email"
      autoComplete={withPasskeys ? 'username webauthn' : 'username'}
      autoCapitalize="none"
      spellCheck={false}
      required
    />
  )
}
