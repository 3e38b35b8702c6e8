import type { ContractResponse } from '@dineward/core/shared/contract.ts'
import type { getStaging } from '@dineward/core/staging/staging.contract.ts'
import { Form, useNavigation } from 'react-router'
import { usePartner } from '../../partner/partner-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { PasswordField } from '../../ui/form/password/password-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './staging.module.css'
import { StagingSection } from './staging-section.tsx'
import { fillText, stagingTexts as words } from './staging-texts.ts'

interface StagingStaffProps {
  readonly staff: ContractResponse<typeof getStaging>['staff']
  readonly previews: boolean
  readonly error: string | null
}

/** Works without script. */
export function StagingStaff({ staff, previews, error }: StagingStaffProps) {
  const program = usePartner().settings.programName
  const which = previews ? (staff ? 'previewsShown' : 'previewsLocked') : 'previewsOff'
  return (
    <StagingSection id="staff" title={words.staff} text={fillText(words.staffText, { program })}>
      {error === null ? null : (
        <div className={styles.staff}>
          <Notice kind="danger" title={error} role="alert" />
        </div>
      )}
      <p>
        <strong>
          {staff ? fillText(words.staffIs, { name: staff.name, email: staff.email }) : words.staffSignedOut}
        </strong>
        <br />
        {fillText(words[which], { program })}
      </p>
      {staff ? <SignOutForm /> : <SignInForm />}
    </StagingSection>
  )
}

function SignInForm() {
  return (
    <Form method="post" action="#staff" className={styles.staff} noValidate>
      <Field label={words.staffEmail} name="email" type="email" autoComplete="off" required />
      <PasswordField label={words.staffPassword} name="password" autoComplete="off" required />
      <Field label={words.staffCode} name="code" autoComplete="one-time-code" />
      <StaffButton value="in">{words.staffSignIn}</StaffButton>
    </Form>
  )
}

function SignOutForm() {
  return (
    <Form method="post" className={styles.buttons}>
      <StaffButton value="out">{words.staffSignOut}</StaffButton>
    </Form>
  )
}

function StaffButton({ value, children }: { readonly value: 'in' | 'out'; readonly children: string }) {
  const { formData } = useNavigation()
  return (
    <Button type="submit" variant="quiet" name="staff" value={value} busy={formData?.get('staff') === value}>
      {children}
    </Button>
  )
}
