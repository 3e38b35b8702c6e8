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
  /** They are then asked only where the ZIP code did not tell. */
  readonly cityFollowsZip?: boolean
}

export function AddressFields({ form, inProfile = false, cityFollowsZip = false }: AddressFieldsProps) {
  const copy = useCopy()
  const partner = usePartner()
  const required = requiresFullAddress(partner)
  if (!required && !inProfile) return null
  const isCityKnown = cityFollowsZip && !form.text('city').error && !form.text('state').error
  return (
    <>
      <Field
        {...form.text('address1')}
        label={copy('join.address1')}
        autoComplete="address-line1"
        required={required}
      />
      {cityFollowsZip ? null : (
        <Field {...form.text('address2')} label={copy('join.address2')} autoComplete="address-line2" />
      )}
      {isCityKnown ? null : <CityFields form={form} required={required} />}
    </>
  )
}

function CityFields({ form, required }: { form: PostForm; required: boolean }) {
  const copy = useCopy()
  return (
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
  )
}
