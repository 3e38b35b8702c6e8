import type { Member } from '@dineward/core/members/members.contract.ts'
import { asksForEmailOptIn, requiresFullAddress } from '@dineward/core/partner/partner-questions.ts'
import type { ProvenSignIn } from '@dineward/core/sign-in-providers/sign-in-providers.contract.ts'
import { signInProviderNames } from '@dineward/core/sign-in-providers/sign-in-providers.rules.ts'
import { type FormEvent, useRef, useState } from 'react'
import { useApp, useCopy, usePartner } from '../../../partner/partner-context.tsx'
import { AppLink } from '../../../ui/app-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { Field } from '../../../ui/form/field.tsx'
import type { FieldProblems } from '../../../ui/form/form-data.ts'
import { useFormDraft } from '../../../ui/form/form-draft.ts'
import { FormErrors } from '../../../ui/form/form-errors.tsx'
import { FormFoot, FormGroup, FormRow, PostedForm } from '../../../ui/form/form-layout.tsx'
import type { PostForm } from '../../../ui/form/form-post.ts'
import { usePostForm } from '../../../ui/form/form-post.ts'
import { NewPasswordField } from '../../../ui/form/password/new-password-fields.tsx'
import { AddressFields } from '../address-fields.tsx'
import { rememberedEmail } from '../prospects/prospect-email.ts'
import { type JoinKind, joinDraft, validateJoin } from './join.ts'
import { joinProblemsAtServer } from './join-checks.ts'
import styles from './join-form.module.css'

interface JoinFormProps {
  /** The partner has signed in the person, and has the name and the password. */
  readonly person: Member | null
  /** Apple or Google has confirmed the address, and signs in. */
  readonly proven: ProvenSignIn | null
}

export function JoinForm({ person, proven }: JoinFormProps) {
  const copy = useCopy()
  const app = useApp()
  const { rateDependsOnEmails } = app.partner
  const asksForEmails = asksForEmailOptIn(app.partner) && !rateDependsOnEmails
  const kind = person ? 'person' : proven ? 'proven' : 'prospect'
  const initial = { email: rememberedEmail(app), ...namesOf(proven) }
  const form = usePostForm(data => validateJoin(app, data, kind), initial)
  useFormDraft(form.form.id, joinDraft)
  const { atServer, watch } = useProblemsAtServer(kind)
  const text = (name: string) => ({ ...form.text(name), error: form.text(name).error ?? atServer[name] })
  return (
    <div {...watch}>
      <PostedForm of={form}>
        <FormErrors of={form} />
        <FormGroup title={copy('join.group.you')}>
          {person ? <PartnerIdentity person={person} /> : <OwnIdentity form={form} />}
          {proven ? <ProvenEmail proven={proven} /> : null}
          <AddressFields form={form} cityFollowsZip />
          <Field
            {...text('zipCode')}
            label={copy('join.zipCode')}
            hint={copy(requiresFullAddress(app.partner) ? 'join.zipCode.address' : 'join.zipCode.hint')}
            autoComplete="postal-code"
            inputMode="numeric"
            room="short"
            required
          />
        </FormGroup>
        {kind === 'prospect' ? <SignInFields form={form} email={text('email')} /> : null}
        <FormGroup title={copy('join.group.agree')}>
          {asksForEmails ? <Checkbox {...form.tick('emailOptIn')} label={copy('join.emailOptIn')} /> : null}
          <Agreement form={form} />
        </FormGroup>
        <FormFoot>
          <Button type="submit" size="large" wide busy={form.busy}>
            {copy(form.busy ? 'join.working' : rateDependsOnEmails ? 'join.submit.rate' : 'join.submit')}
          </Button>
          <p className={styles.next}>{copy(rateDependsOnEmails ? 'join.next.rate' : 'join.next')}</p>
        </FormFoot>
      </PostedForm>
    </div>
  )
}

/** Of a form that is not sent, until something is typed. */
function useProblemsAtServer(kind: JoinKind) {
  const app = useApp()
  const [atServer, setAtServer] = useState<FieldProblems>({})
  const lastTry = useRef(0)
  function forget() {
    lastTry.current++
    setAtServer(before => (Object.keys(before).length > 0 ? {} : before))
  }
  async function check(event: FormEvent) {
    const typed = new FormData(event.target as HTMLFormElement)
    forget()
    const current = lastTry.current
    if (Object.keys(validateJoin(app, typed, kind)).length === 0) return
    const found = await joinProblemsAtServer(app, typed, kind)
    if (lastTry.current === current) setAtServer(found)
  }
  return { atServer, watch: { onInput: forget, onSubmitCapture: (event: FormEvent) => void check(event) } }
}

function OwnIdentity({ form }: { form: PostForm }) {
  const copy = useCopy()
  return (
    <>
      <FormRow>
        <Field
          {...form.text('firstName')}
          label={copy('join.firstName')}
          autoComplete="given-name"
          required
        />
        <Field {...form.text('lastName')} label={copy('join.lastName')} autoComplete="family-name" required />
      </FormRow>
      <MemberNumberField form={form} />
    </>
  )
}

/** It is locked, since it is changed at the partner. */
function PartnerIdentity({ person }: { person: Member }) {
  const copy = useCopy()
  const { settings } = usePartner()
  const { memberNumber } = person
  return (
    <>
      <FormRow>
        <Field label={copy('join.firstName')} defaultValue={person.firstName} readOnly />
        <Field label={copy('join.lastName')} defaultValue={person.lastName} readOnly />
      </FormRow>
      <Field
        label={copy('join.email')}
        hint={copy('join.fromPartner')}
        defaultValue={person.email}
        readOnly
      />
      {memberNumber ? (
        <Field label={settings.memberNumber?.label ?? ''} defaultValue={memberNumber} readOnly />
      ) : null}
    </>
  )
}

const namesOf = (proven: ProvenSignIn | null): Record<string, string> =>
  proven ? { firstName: proven.firstName, lastName: proven.lastName } : {}

/** It cannot be typed over: another address would have to be confirmed by mail. */
function ProvenEmail({ proven }: { proven: ProvenSignIn }) {
  const copy = useCopy()
  return (
    <Field
      label={copy('join.email')}
      hint={copy('providers.join.email.hint', { provider: signInProviderNames[proven.provider] })}
      defaultValue={proven.email ?? ''}
      readOnly
    />
  )
}

function SignInFields({ form, email }: { form: PostForm; email: ReturnType<PostForm['text']> }) {
  const copy = useCopy()
  return (
    <FormGroup title={copy('join.group.signIn')}>
      <Field
        {...email}
        label={copy('join.email')}
        hint={copy('join.email.hint')}
        type="email"
        autoComplete="email"
        required
      />
      <NewPasswordField form={form} />
    </FormGroup>
  )
}

/** The links open in a new tab, so that the form keeps its input. */
function Agreement({ form }: { form: PostForm }) {
  const copy = useCopy()
  const { legal } = usePartner().settings
  const read = (to: string, words: string) => (
    <AppLink to={to} target="_blank">
      {words} <span className="visually-hidden">({copy('layout.opensInNewTab')})</span>
    </AppLink>
  )
  const links = legal ? (
    <span className={styles.links}>
      {read(legal.termsUrl, copy('join.terms.read'))}
      {read(legal.privacyUrl, copy('join.privacy.read'))}
    </span>
  ) : undefined
  return <Checkbox {...form.tick('termsAccepted')} label={copy('join.terms')} hint={links} required />
}

function MemberNumberField({ form }: { form: PostForm }) {
  const copy = useCopy()
  const { memberNumber } = usePartner().settings
  if (memberNumber === null) return null
  const field = (
    <Field
      {...form.text('memberNumber')}
      label={copy('join.memberNumber')}
      hint={copy('join.memberNumber.hint', { example: memberNumber.example })}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      room="half"
      required={memberNumber.required}
    />
  )
  if (memberNumber.required) return field
  return (
    <details className={styles.optional} open={form.text('memberNumber').error !== undefined}>
      <summary>{copy('join.memberNumber.add')}</summary>
      {field}
    </details>
  )
}
