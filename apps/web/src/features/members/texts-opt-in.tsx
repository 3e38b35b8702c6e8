import { smsOptInKind } from '@dineward/core/partner/partner-questions.ts'
import { type ChangeEvent, useRef, useState } from 'react'
import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import type { PostForm } from '../../ui/form-post.ts'

/** Account §4 SMS opt-in v2. */
export function TextsOptIn({ form }: { form: PostForm }) {
  const copy = useCopy()
  const kind = smsOptInKind(usePartner())
  if (kind === 'none') return null
  return (
    <>
      <Field
        {...form.text('phoneNumber')}
        label={copy('join.phone')}
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        placeholder="000-000-0000"
        room="half"
      />
      {kind === 'toggle' ? (
        <TextsWithConsent form={form} />
      ) : (
        <Checkbox {...form.tick('smsOptIn')} label={copy('join.smsOptIn')} />
      )}
    </>
  )
}

function TextsWithConsent({ form }: { form: PostForm }) {
  const copy = useCopy()
  const [asking, setAsking] = useState(false)
  const consent = useRef<HTMLInputElement>(null)
  const toggle = useRef<HTMLInputElement>(null)

  function ask(event: ChangeEvent<HTMLInputElement>) {
    if (consent.current) consent.current.checked = false
    setAsking(event.target.checked)
  }
  function decide(confirmed: boolean) {
    if (toggle.current) toggle.current.checked = confirmed && consent.current?.checked === true
    setAsking(false)
  }

  return (
    <>
      <Checkbox {...form.tick('smsOptInV2')} ref={toggle} onChange={ask} label={copy('join.smsOptIn')} />
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
        {/* Outside the form, so that Enter does not submit it. */}
        <Checkbox ref={consent} form="none" label={copy('join.smsOptIn.confirm.text')} />
      </Dialog>
    </>
  )
}
