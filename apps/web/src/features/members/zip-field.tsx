import { type FocusEvent, useState } from 'react'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { useAfterPress } from '../../ui/form/after-press.ts'
import { Field } from '../../ui/form/field.tsx'
import type { PostForm } from '../../ui/form/form-post.ts'
import { zipProblem } from './profile.ts'

/** Asks the server whether the ZIP code exists when the field is left (account §5); the action asks again. */
export function ZipField({ form, savedZip }: { form: PostForm; savedZip: string }) {
  const copy = useCopy()
  const app = useApp()
  const afterPress = useAfterPress()
  const [checked, setChecked] = useState<{ zip: string; problem: string | null } | null>(null)
  const { error, ...field } = form.text('zipCode')

  async function check({ currentTarget: { value } }: FocusEvent<HTMLInputElement>) {
    const zip = value.trim()
    if (!/^\d{5}$/.test(zip) || zip === savedZip) return
    const problem = await zipProblem(app, zip)
    afterPress(() => setChecked({ zip, problem }))
  }
  return (
    <Field
      {...field}
      error={error ?? checked?.problem ?? undefined}
      label={copy('join.zipCode')}
      hint={copy('join.zipCode.hint')}
      autoComplete="postal-code"
      inputMode="numeric"
      room="short"
      onBlur={check}
      onInput={() => setChecked(null)}
      required
    />
  )
}
