import { asksForMemberNumber } from '@dineward/core/partner/partner-questions.ts'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { FormErrors } from '../../ui/form/form-errors.tsx'
import { FormFoot, PostedForm } from '../../ui/form/form-layout.tsx'
import { type PostForm, usePostForm } from '../../ui/form/form-post.ts'
import type { FormResult } from '../../ui/form/form-result.ts'
import { NewPasswordFields } from '../../ui/form/password/new-password-fields.tsx'
import { codeProblems, newPasswordProblems, requestProblems } from './recovery.ts'
import { UserNameField } from './sign-in/user-name-field.tsx'

interface StepProps {
  readonly result: FormResult | undefined
}

export function RequestForm({ result }: StepProps) {
  const app = useApp()
  const form = usePostForm(
    data => requestProblems(app, data),
    {},
    {
      action: '/recover/confirm',
      lastResult: result,
    },
  )
  return (
    <PostedForm of={form}>
      <FormErrors of={form} />
      <NameField form={form} />
      <Submit form={form} words="recover" />
    </PostedForm>
  )
}

/** `userName` is null where it is not known here, and is asked for. */
export function CodeForm({ result, userName }: StepProps & { readonly userName: string | null }) {
  const copy = useCopy()
  const app = useApp()
  const form = usePostForm(
    data => codeProblems(app, data),
    {},
    {
      action: '/recover/update',
      lastResult: result,
    },
  )
  return (
    <PostedForm of={form}>
      <FormErrors of={form} />
      {userName === null ? (
        <NameField form={form} />
      ) : (
        <input type="hidden" name="userName" value={userName} />
      )}
      <Field
        {...form.text('code')}
        label={copy('recover.confirm.label')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        room="short"
        required
      />
      <Submit form={form} words="recover.confirm" />
    </PostedForm>
  )
}

/** A button, since programs that check mail open links. */
export function LinkForm({ result, code }: StepProps & { readonly code: string }) {
  const app = useApp()
  const form = usePostForm(
    data => codeProblems(app, data),
    {},
    {
      action: '/recover/update',
      lastResult: result,
    },
  )
  return (
    <form {...form.form}>
      <FormErrors of={form} />
      <input type="hidden" name="code" value={code} />
      <Submit form={form} words="recover.confirm" />
    </form>
  )
}

export function NewPasswordForm({ result, recoveryToken }: StepProps & { readonly recoveryToken: string }) {
  const app = useApp()
  const form = usePostForm(
    data => newPasswordProblems(app, data),
    {},
    {
      action: '/recover/update',
      lastResult: result,
    },
  )
  return (
    <PostedForm of={form}>
      <FormErrors of={form} />
      <input type="hidden" name="recoveryToken" value={recoveryToken} />
      <NewPasswordFields form={form} />
      <Submit form={form} words="recover.update" />
    </PostedForm>
  )
}

function NameField({ form }: { readonly form: PostForm }) {
  const copy = useCopy()
  const numbered = asksForMemberNumber(useApp().partner)
  const label = copy(numbered ? 'recover.label' : 'recover.label.emailOnly')
  return <UserNameField form={form} label={label} numbered={numbered} />
}

interface SubmitProps {
  readonly form: PostForm
  readonly words: 'recover' | 'recover.confirm' | 'recover.update'
}

function Submit({ form, words }: SubmitProps) {
  const copy = useCopy()
  return (
    <FormFoot>
      <Button type="submit" size="large" wide busy={form.busy}>
        {copy(form.busy ? `${words}.working` : `${words}.submit`)}
      </Button>
    </FormFoot>
  )
}
