import { smsOptInKind } from '@dineward/core/partner/partner-questions.ts'
import { type ChangeEvent, type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import type { PostForm } from '../../ui/form/form-post.ts'
import { PhoneField } from './phone-field.tsx'

/** It is version 2 of the SMS opt-in (account §4). */
export function TextsOptIn({ form }: { form: PostForm }) {
  const copy = useCopy()
  const kind = smsOptInKind(usePartner())
  if (kind === 'none') return null
  return (
    <>
      <PhoneField form={form} />
      {kind === 'toggle' ? (
        <TextsWithConsent tick={form.tick('smsOptInV2')} />
      ) : (
        <Checkbox {...form.tick('smsOptIn')} label={copy('join.smsOptIn')} />
      )}
    </>
  )
}

interface TextsWithConsentProps {
  readonly tick: ReturnType<PostForm['tick']>
  readonly toggle?: RefObject<HTMLInputElement | null>
  readonly disabled?: boolean
}

export function TextsWithConsent({ tick, toggle: given, disabled = false }: TextsWithConsentProps) {
  const copy = useCopy()
  const [asking, setAsking] = useState(false)
  const consent = useRef<HTMLInputElement>(null)
  const own = useRef<HTMLInputElement>(null)
  const toggle = given ?? own

  function ask(event: ChangeEvent<HTMLInputElement>) {
    if (consent.current) consent.current.checked = false
    setAsking(event.target.checked)
  }
  /** Enter in the dialog would send the form around it. */
  function keepForm(event: KeyboardEvent) {
    if (event.key === 'Enter') event.preventDefault()
  }
  function decide(confirmed: boolean) {
    if (toggle.current) toggle.current.checked = confirmed && consent.current?.checked === true
    setAsking(false)
  }

  return (
    <>
      <Checkbox {...tick} ref={toggle} disabled={disabled} onChange={ask} label={copy('join.smsOptIn')} />
      {/* Without script there is no dialog: show the consent text. */}
      <noscript>
        <p>{copy('join.smsOptIn.confirm.text')}</p>
      </noscript>
      <Dialog
        open={asking}
        onClose={() => asking && decide(false)}
        title={copy('join.smsOptIn.confirm.title')}
        actions={
          <>
            <Button onClick={() => decide(true)}>{copy('join.smsOptIn.confirm.action')}</Button>
            <Button variant="quiet" onClick={() => decide(false)}>
              {copy('layout.cancel')}
            </Button>
          </>
        }
      >
        <Checkbox ref={consent} onKeyDown={keepForm} label={copy('join.smsOptIn.confirm.text')} />
      </Dialog>
    </>
  )
}
