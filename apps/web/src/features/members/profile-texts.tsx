import { phoneDigits } from '@dineward/core/members/members.rules.ts'
import { smsOptInKind } from '@dineward/core/partner/partner-questions.ts'
import { useRef, useState, useSyncExternalStore } from 'react'
import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import type { PostForm } from '../../ui/form-post.ts'
import { PhoneField } from './phone-field.tsx'
import { consentForNewNumber } from './profile.ts'
import { TextsWithConsent } from './texts-opt-in.tsx'

/** Consent to texts is for one number: another, an invalid or no number takes it back (account §5). */
export function ProfileTexts({ form, savedPhone }: { form: PostForm; savedPhone: string }) {
  const copy = useCopy()
  const kind = smsOptInKind(usePartner())
  const tick = useRef<HTMLInputElement>(null)
  const [hasNumber, setHasNumber] = useState(form.text('phoneNumber').defaultValue !== '')
  // Without script nothing would enable it.
  const hasScript = useHasScript()

  function follow(text: string) {
    setHasNumber(text.trim() !== '')
    if (!tick.current || phoneDigits(text) === phoneDigits(savedPhone)) return
    tick.current.checked = false
    tick.current.value = consentForNewNumber
  }

  return (
    <>
      <PhoneField form={form} onNumber={follow} />
      {kind === 'toggle' ? (
        <TextsWithConsent tick={form.tick('smsOptIn')} toggle={tick} disabled={hasScript && !hasNumber} />
      ) : null}
      {kind === 'checkbox' ? (
        <Checkbox
          {...form.tick('smsOptIn')}
          ref={tick}
          disabled={hasScript && !hasNumber}
          label={copy('join.smsOptIn')}
        />
      ) : null}
    </>
  )
}

function useHasScript(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}
