import { endsTextConsent } from '@dineward/core/members/profile.rules.ts'
import { smsOptInKind } from '@dineward/core/partner/partner-questions.ts'
import { useRef, useState, useSyncExternalStore } from 'react'
import { useCopy, usePartner } from '../../../partner/partner-context.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import type { PostForm } from '../../../ui/form/form-post.ts'
import { PhoneField } from '../phone-field.tsx'
import { TextsWithConsent } from '../texts-opt-in.tsx'
import { consentForNewNumber } from './profile.ts'

/** Consent to texts is for one number (account §5): a number that is left invalid ends it, version 1 also another one. */
export function ProfileTexts({ form, savedPhone }: { form: PostForm; savedPhone: string }) {
  const copy = useCopy()
  const partner = usePartner()
  const kind = smsOptInKind(partner)
  const tick = useRef<HTMLInputElement>(null)
  const [hasNumber, setHasNumber] = useState(form.text('phoneNumber').defaultValue !== '')
  // Without script nothing would enable it.
  const hasScript = useHasScript()

  function follow(text: string) {
    const isEmpty = text.trim() === ''
    setHasNumber(!isEmpty)
    if (isEmpty || kind === 'checkbox') leave(text)
  }
  function leave(text: string) {
    if (!tick.current || !endsTextConsent(partner, savedPhone, text)) return
    tick.current.checked = false
    tick.current.value = consentForNewNumber
  }

  return (
    <>
      <PhoneField form={form} onNumber={follow} onLeave={leave} />
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
