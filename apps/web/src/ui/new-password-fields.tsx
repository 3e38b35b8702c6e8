import { guessableWords, passwordStrength } from '@dineward/core/members/new-password.rules.ts'
import { type FormEvent, useState } from 'react'
import { useCopy, usePartner } from '../partner/partner-context.tsx'
import { textOf } from './form-data.ts'
import type { PostForm } from './form-post.ts'
import { PasswordField } from './password-field.tsx'
import { PasswordStrengthMeter } from './password-strength.tsx'

/** A new password, twice. */
export function NewPasswordFields({ form }: { readonly form: Pick<PostForm, 'text'> }) {
  const copy = useCopy()
  const { strength, measure } = usePasswordStrength()
  const { error } = form.text('password')
  return (
    <>
      <PasswordField
        {...form.text('password')}
        label={copy('join.password')}
        hint={copy('join.password.hint')}
        remark={<PasswordStrengthMeter strength={error && strength ? 'weak' : strength} />}
        autoComplete="new-password"
        onInput={measure}
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

function usePasswordStrength() {
  const partner = usePartner()
  const [typed, setTyped] = useState({ password: '', words: [] as string[] })
  function measure({ currentTarget: { value, form } }: FormEvent<HTMLInputElement>) {
    const data = new FormData(form ?? undefined)
    const owner = {
      firstName: textOf(data, 'firstName'),
      lastName: textOf(data, 'lastName'),
      email: textOf(data, 'email'),
    }
    setTyped({ password: value, words: guessableWords(partner, owner) })
  }
  const strength = typed.password === '' ? null : passwordStrength(typed.password, typed.words)
  return { strength, measure }
}
