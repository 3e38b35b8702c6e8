import { usStates } from '@dineward/core/members/us-states.ts'
import { requiresFullAddress } from '@dineward/core/partner/partner-questions.ts'
import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import { Field } from '../../ui/form/field.tsx'
import { FormRow } from '../../ui/form/form-layout.tsx'
import type { PostForm } from '../../ui/form/form-post.ts'
import { Select } from '../../ui/form/select.tsx'

const states = Object.entries(usStates).map(([value, label]) => ({ value, label }))

interface AddressFieldsProps {
  readonly form: PostForm
  /** Shown there also where it may be left out: joining asks no more than it needs. */
  readonly inProfile?: boolean
}

export function AddressFields({ form, inProfile = false }: AddressFieldsProps) {
  const copy = useCopy()
  const partner = usePartner()
  const required = requiresFullAddress(partner)
  if (!required && !inProfile) return null
  return (
    <>
      <Field
        {...form.text('address1')}
        label={copy('join.address1')}
        autoComplete="address-line1"
        required={required}
      />
      <Field {...form.text('address2')} label={copy('join.address2')} autoComplete="address-line2" />
      <FormRow>
        <Field
          {...form.text('city')}
          label={copy('join.city')}
          autoComplete="address-level2"
          required={required}
        />
        <Select
          {...form.text('state')}
          label={copy('join.state')}
          placeholder={copy('join.state.choose')}
          options={states}
          autoComplete="address-level1"
          required={required}
        />
      </FormRow>
    </>
  )
}
