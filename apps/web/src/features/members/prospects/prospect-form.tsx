import { prospectEmailMaxLength } from '@dineward/core/members/prospect-email.rules.ts'
import { canSelfEnroll, isMemberNumber, signInPath } from '@dineward/core/partner/partner-questions.ts'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { AppContext } from '../../../app-context.ts'
import { useApp, useCopy, usePartner } from '../../../partner/partner-context.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { prospectField } from './prospect-email.ts'
import styles from './prospect-form.module.css'

/** It finds typos quickly; the server validates. */
const emailLike = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/**
 * It is the prospect e-mail flow (shell §4), posted to `/join`. Partners with their own sign-in show a link instead;
 * directories show nothing.
 */
export function ProspectForm() {
  const copy = useCopy()
  const partner = usePartner()
  const signIn = signInPath(partner)
  if (signIn === null) return null
  if (canSelfEnroll(partner)) return <EmailForm />
  return (
    <ButtonLink to={signIn} size="large">
      {copy('home.join.action')}
    </ButtonLink>
  )
}

function EmailForm() {
  const copy = useCopy()
  const { busy, problem, submit } = useProspectSubmit()
  return (
    <form
      method="post"
      action="/join"
      className={styles.form}
      // Without script the browser validates; with script the page does.
      ref={form => {
        if (form) form.noValidate = true
      }}
      onSubmit={event => {
        event.preventDefault()
        if (!busy) void submit(event.currentTarget)
      }}
    >
      <Field
        id={`${prospectField}-field`}
        name={prospectField}
        label={copy('prospect.label')}
        error={problem ?? undefined}
        type="email"
        autoComplete="email"
        maxLength={prospectEmailMaxLength}
      />
      <Button type="submit" size="large" wide busy={busy}>
        {copy('prospect.action')}
      </Button>
      <p className={styles.working} role="status">
        {busy ? copy('prospect.working') : ''}
      </p>
    </form>
  )
}

function useProspectSubmit() {
  const app = useApp()
  const copy = useCopy()
  const navigate = useNavigate()
  const submits = useRef(0)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function submit(form: HTMLFormElement) {
    const field = form.elements.namedItem(prospectField) as HTMLInputElement
    const email = field.value.trim()
    // A member number is not an address, but its owner can sign in with it.
    const slip = email !== '' && !emailLike.test(email) && !isMemberNumber(app.partner, email)
    setProblem(slip ? copy('validation.email') : null)
    if (slip) return field.focus()
    setBusy(true)
    const outcome = await submitProspect(app, email, submits.current++ === 0)
    if ('to' in outcome) await navigate(outcome.to)
    else {
      setProblem(outcome.problem ?? copy('toast.offline'))
      field.focus()
    }
    setBusy(false)
  }
  return { busy, problem, submit }
}

/** It is loaded on submit. `problem` is null where the script failed to load. */
async function submitProspect(app: AppContext, email: string, isFirstSubmit: boolean) {
  const prospect = await import('./prospect.ts').catch(() => null)
  return prospect?.sendProspect(app, email, { isFirstSubmit }) ?? { problem: null }
}
