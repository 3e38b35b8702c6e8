import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { FormErrors } from '../../ui/form/form-errors.tsx'
import { FormFoot, PostedForm } from '../../ui/form/form-layout.tsx'
import { fieldId, usePostForm } from '../../ui/form/form-post.ts'
import type { FormResult } from '../../ui/form/form-result.ts'
import { PasswordField } from '../../ui/form/password/password-field.tsx'
import { codeProblems, emailProblems } from './fix-credentials.ts'

interface StepProps {
  readonly result: FormResult | undefined
}

interface NewEmailFormProps extends StepProps {
  /** Leads members without a password to a sign-in of the last minutes, which proves who asks. */
  readonly recentSignIn: ReactNode
}

export function NewEmailForm({ result, recentSignIn }: NewEmailFormProps) {
  const copy = useCopy()
  const app = useApp()
  const form = usePostForm(data => emailProblems(app, data), {}, { lastResult: result })
  return (
    <PostedForm of={form}>
      <FormErrors of={form} />
      <Field
        {...form.text('email')}
        label={copy('fixCredentials.email')}
        type="email"
        autoComplete="email"
        maxLength={50}
        required
      />
      {recentSignIn ?? (
        <PasswordField
          {...form.text('password')}
          label={copy('fixCredentials.password')}
          hint={copy('fixCredentials.password.hint')}
          autoComplete="current-password"
          required
        />
      )}
      <FormFoot>
        <Button type="submit" size="large" wide busy={form.busy}>
          {copy(form.busy ? 'fixCredentials.working' : 'fixCredentials.submit')}
        </Button>
      </FormFoot>
    </PostedForm>
  )
}

export function EmailCodeForm({ result, email }: StepProps & { readonly email: string }) {
  const copy = useCopy()
  const app = useApp()
  const form = usePostForm(data => codeProblems(app, data), {}, { lastResult: result })
  // The step before kept its scroll position, and its focused field is gone.
  useEffect(() => {
    window.scrollTo(0, 0)
    document.getElementById(fieldId('code'))?.focus()
  }, [])
  return (
    <PostedForm of={form}>
      <FormErrors of={form} />
      <input type="hidden" name="email" value={email} />
      <Field
        {...form.text('code')}
        label={copy('fixCredentials.confirm.label')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        room="short"
        required
      />
      <FormFoot>
        <Button type="submit" size="large" wide busy={form.busy}>
          {copy(form.busy ? 'fixCredentials.confirm.working' : 'fixCredentials.confirm.submit')}
        </Button>
      </FormFoot>
    </PostedForm>
  )
}

/** It works without script as well: it posts, and the answer leads on. */
export function LaterForm() {
  const copy = useCopy()
  const { pathname, search } = useLocation()
  return (
    <form method="post" action={pathname + search}>
      <Button type="submit" name="later" value="1" variant="plain" wide>
        {copy('fixCredentials.later')}
      </Button>
    </form>
  )
}
