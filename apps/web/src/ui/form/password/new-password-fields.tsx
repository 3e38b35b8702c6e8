import {
  guessableWords,
  type PasswordStrength,
  passwordStrength,
  passwordStrengths,
} from '@dineward/core/members/new-password.rules.ts'
import type { Ref } from 'react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useCopy, usePartner } from '../../../partner/partner-context.tsx'
import { textOf } from '../form-data.ts'
import type { PostForm } from '../form-post.ts'
import { PasswordField } from './password-field.tsx'
import styles from './password-strength.module.css'

interface NewPasswordFieldsProps {
  readonly form: Pick<PostForm, 'text'>
  /** Where the present password is asked for as well. */
  readonly label?: string
}

/** A new password is typed twice. */
export function NewPasswordFields({ form, label }: NewPasswordFieldsProps) {
  const copy = useCopy()
  return (
    <>
      <NewPasswordField form={form} {...(label ? { label } : {})} />
      <PasswordField
        {...form.text('passwordConfirm')}
        label={copy('join.passwordConfirm')}
        autoComplete="new-password"
        required
      />
    </>
  )
}

export function NewPasswordField({ form, label }: NewPasswordFieldsProps) {
  const copy = useCopy()
  const meter = useRef<HTMLDivElement>(null)
  const { strength, measure } = usePasswordStrength()
  const { error } = form.text('password')
  // What was typed before the script came.
  useEffect(() => measure(meter.current?.closest('form')), [measure])
  return (
    <PasswordField
      {...form.text('password')}
      label={label ?? copy('join.password')}
      hint={copy('join.password.hint')}
      remark={<PasswordStrengthMeter ref={meter} strength={error && strength ? 'weak' : strength} />}
      autoComplete="new-password"
      onInput={({ currentTarget }) => measure(currentTarget.form)}
      required
    />
  )
}

function usePasswordStrength() {
  const partner = usePartner()
  const [typed, setTyped] = useState({ password: '', words: [] as string[] })
  const measure = useCallback(
    (form: HTMLFormElement | null | undefined) => {
      const data = new FormData(form ?? undefined)
      const owner = {
        firstName: textOf(data, 'firstName'),
        lastName: textOf(data, 'lastName'),
        email: textOf(data, 'email'),
      }
      setTyped({ password: textOf(data, 'password'), words: guessableWords(partner, owner) })
    },
    [partner],
  )
  const strength = typed.password === '' ? null : passwordStrength(typed.password, typed.words)
  return { strength, measure }
}

interface PasswordStrengthMeterProps {
  readonly ref: Ref<HTMLDivElement>
  /** Null: nothing is typed. The line stays, so that the form does not jump. */
  readonly strength: PasswordStrength | null
}

function PasswordStrengthMeter({ ref, strength }: PasswordStrengthMeterProps) {
  const copy = useCopy()
  const level = strength === null ? 0 : passwordStrengths.indexOf(strength) + 1
  return (
    <div ref={ref} className={styles.meter}>
      <span className={`${styles.bars} ${styles[strength ?? 'none']}`} aria-hidden="true">
        {passwordStrengths.map((name, index) => (
          <span key={name} className={index < level ? styles.filled : undefined} />
        ))}
      </span>
      <span role="status">{strength === null ? '' : copy(`join.password.strength.${strength}`)}</span>
    </div>
  )
}
