import { maskPhone } from '@dineward/core/members/members.rules.ts'
import type { InputEvent } from 'react'
import { useCopy } from '../../partner/partner-context.tsx'
import { Field } from '../../ui/form/field.tsx'
import type { PostForm } from '../../ui/form/form-post.ts'

interface PhoneFieldProps {
  readonly form: Pick<PostForm, 'text'>
  readonly onNumber?: (text: string) => void
  readonly onLeave?: (text: string) => void
}

/** The number is typed as 000-000-0000 (account §9). Nothing is rewritten while one edits in the middle. */
export function PhoneField({ form, onNumber, onLeave }: PhoneFieldProps) {
  const copy = useCopy()
  function mask({ currentTarget: input, nativeEvent }: InputEvent<HTMLInputElement>) {
    const isAtEnd = input.selectionStart === input.value.length
    const isDeleting = (nativeEvent as globalThis.InputEvent).inputType?.startsWith('delete')
    if (isAtEnd && !isDeleting) input.value = maskPhone(input.value)
    onNumber?.(input.value)
  }
  return (
    <Field
      {...form.text('phoneNumber')}
      label={copy('join.phone')}
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      placeholder="000-000-0000"
      room="half"
      onInput={mask}
      onBlur={event => onLeave?.(event.currentTarget.value)}
    />
  )
}
