import { prospectEmailMaxLength } from '@dineward/core/members/enrollment.contract.ts'
import { canSelfEnroll, signInPath } from '@dineward/core/partner/partner-questions.ts'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { AppContext } from '../../app-context.ts'
import { useApp, useCopy, usePartner } from '../../partner/partner-context.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { prospectField } from './prospect-email.ts'
import styles from './prospect-form.module.css'

/** Whether it is an address is for the server to say; this catches the slip of a finger. */
const emailLike = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/**
 * An e-mail is all that it takes to begin (shell §4 Prospect e-mail flow). On any page: what is left is posted to
 * `/join`, which knows where it goes from there. Where the partner signs people in, its sign-in is the way; where nobody
 * joins there is nothing.
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
      // Without script the browser says what is wrong; with it, the page does.
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

/** Checks what was typed, then asks where it leads. One at a time; what went wrong stands at the field, which keeps its text. */
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
    const slip = email !== '' && !emailLike.test(email)
    setProblem(slip ? copy('validation.email') : null)
    if (slip) return field.focus()
    setBusy(true)
    const outcome = await askWhereTo(app, email, submits.current++ === 0)
    if ('to' in outcome) await navigate(outcome.to)
    else {
      setProblem(outcome.problem ?? copy('toast.offline'))
      field.focus()
    }
    setBusy(false)
  }
  return { busy, problem, submit }
}

/** Nobody needs what this takes before pressing the button. `problem` null: it could not be had. */
async function askWhereTo(app: AppContext, email: string, isFirstSubmit: boolean) {
  const prospect = await import('./prospect.ts').catch(() => null)
  return prospect?.sendProspect(app, email, { isFirstSubmit }) ?? { problem: null }
}
