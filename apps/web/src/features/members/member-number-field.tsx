import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import { Field } from '../../ui/form/field.tsx'
import type { PostForm } from '../../ui/form/form-post.ts'

export function MemberNumberField({ form }: { form: PostForm }) {
  const copy = useCopy()
  const { memberNumber } = usePartner().settings
  if (memberNumber === null) return null
  return (
    <Field
      {...form.text('memberNumber')}
      label={copy('join.memberNumber')}
      hint={copy('join.memberNumber.hint', { example: memberNumber.example })}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      room="half"
      required={memberNumber.required}
    />
  )
}
