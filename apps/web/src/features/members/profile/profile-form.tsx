import { isVip, needsActivation } from '@dineward/core/members/member-questions.ts'
import type { Member } from '@dineward/core/members/members.contract.ts'
import {
  asksForEmailOptIn,
  asksForMemberNumber,
  canSelfEnroll,
  showsEarnRate,
} from '@dineward/core/partner/partner-questions.ts'
import { type FocusEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useApp, useCopy, usePartner } from '../../../partner/partner-context.tsx'
import { AppLink } from '../../../ui/app-link.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { useAfterPress } from '../../../ui/form/after-press.ts'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { deleteFormDraft, useFormDraft } from '../../../ui/form/form-draft.ts'
import { FormErrors } from '../../../ui/form/form-errors.tsx'
import { FormFoot, FormGroup, FormRow, PostedForm } from '../../../ui/form/form-layout.tsx'
import type { PostForm } from '../../../ui/form/form-post.ts'
import { usePostForm } from '../../../ui/form/form-post.ts'
import { Notice } from '../../../ui/notice.tsx'
import { AddressFields } from '../address-fields.tsx'
import {
  baseField,
  type ProfileBase,
  type ProfileResult,
  profileBase,
  profileDraft,
  profileProblems,
  zipProblem,
} from './profile.ts'
import styles from './profile-form.module.css'
import { ProfileTexts } from './profile-texts.tsx'
import { useTypedBefore } from './profile-typed.ts'

interface ProfileFormProps {
  readonly member: Member
  readonly result: ProfileResult | undefined
  /** Where the address is changed; null where the partner keeps it. */
  readonly changeEmail: ReactNode
}

/**
 * Each saved state has a form of its own, since fields are uncontrolled (account §3, §5 Profile). Fields that are only
 * shown have names as well: without one, Conform takes an error of the whole form for theirs and focuses them.
 */
export function ProfileForm({ member, result, changeEmail }: ProfileFormProps) {
  const app = useApp()
  const [discarded, setDiscarded] = useState({ round: 0, result })
  const rejected = result?.outcome === 'rejected' ? result : undefined
  // From the result, so that fields keep what they hold until it is there.
  const state = result?.outcome === 'saved' ? result.version : (rejected?.base?.version ?? '')
  return (
    <div className={styles.profile}>
      <Outcome result={result} />
      <Fields
        key={`${state} ${discarded.round}`}
        member={member}
        changeEmail={changeEmail}
        initialBase={rejected?.base ?? profileBase(app, member)}
        lastResult={discarded.round > 0 && discarded.result === result ? undefined : rejected?.rejected}
        onDiscard={() => {
          deleteFormDraft(profileDraft(member))
          setDiscarded({ round: discarded.round + 1, result })
        }}
      />
    </div>
  )
}

/** It is in view and announced: the button is far below. */
function Outcome({ result }: { result: ProfileResult | undefined }) {
  const copy = useCopy()
  const box = useRef<HTMLDivElement>(null)
  const isDone = result !== undefined && result.outcome !== 'rejected'
  useEffect(() => {
    if (isDone && result) box.current?.focus()
  }, [isDone, result])
  if (result === undefined) return null
  return (
    <div ref={box} tabIndex={-1} className={styles.outcome}>
      {result.outcome === 'rejected' ? (
        <Notice kind="danger" role="alert">
          <p>{copy(result.rejected.error?.[''] ? 'profile.notSaved' : 'form.checkFields')}</p>
        </Notice>
      ) : null}
      {result.outcome === 'noChanges' ? (
        <Notice kind="plain" role="status">
          <p>{copy('profile.noChanges')}</p>
        </Notice>
      ) : null}
      {result.outcome === 'saved' ? (
        <Notice kind="done" role="status">
          <p>{copy('profile.saved')}</p>
          {result.notes.map(note => (
            <p key={note}>{note}</p>
          ))}
        </Notice>
      ) : null}
    </div>
  )
}

interface FieldsProps extends Pick<ProfileFormProps, 'member' | 'changeEmail'> {
  readonly initialBase: ProfileBase
  readonly lastResult: Extract<ProfileResult, { outcome: 'rejected' }>['rejected'] | undefined
  readonly onDiscard: () => void
}

function Fields({ member, initialBase, changeEmail, lastResult, onDiscard }: FieldsProps) {
  const copy = useCopy()
  const app = useApp()
  const [base] = useState(initialBase)
  const typedBefore = useTypedBefore()
  const form = usePostForm(
    data => profileProblems(app, data),
    { ...base.values, ...typedBefore },
    {
      lastResult,
      validatesOnBlur: true,
    },
  )
  // Not the consent to texts, which is given anew.
  const { smsOptIn: _, ...saved } = base.values
  const isRestored = useFormDraft(form.form.id, profileDraft(member), saved) || typedBefore !== null
  return (
    <PostedForm of={form}>
      <input type="hidden" name={baseField} value={JSON.stringify(base)} />
      {isRestored ? (
        <Notice kind="plain" role="status">
          <p>{copy('profile.restored')}</p>
          <p>
            {typedBefore === null ? (
              <Button variant="plain" size="small" onClick={onDiscard}>
                {copy('profile.discard')}
              </Button>
            ) : (
              <AppLink
                to="/account/user_profile"
                reloadDocument
                onClick={() => deleteFormDraft(profileDraft(member))}
              >
                {copy('profile.discard')}
              </AppLink>
            )}
          </p>
        </Notice>
      ) : null}
      <FormGroup title={copy('join.group.you')}>
        <Identity form={form} member={member} />
        <AddressFields form={form} inProfile />
        <ZipField form={form} savedZip={base.values.zipCode ?? ''} />
      </FormGroup>
      <SignIn member={member} changeEmail={changeEmail} />
      <FormGroup title={copy('profile.contact')}>
        <ProfileTexts form={form} savedPhone={base.values.phoneNumber ?? ''} />
        {asksForEmailOptIn(app.partner) ? <EmailOptIn form={form} member={member} /> : null}
      </FormGroup>
      <FormFoot>
        <FormErrors of={{ ...form, problems: [] }} />
        <Button type="submit" size="large" wide busy={form.busy}>
          {copy(form.busy ? 'profile.saving' : 'profile.submit')}
        </Button>
        {form.busy ? (
          <p className="visually-hidden" role="status">
            {copy('layout.submitting')}
          </p>
        ) : null}
      </FormFoot>
    </PostedForm>
  )
}

/** Names from the partner's sign-in are changed there. */
function Identity({ form, member }: { form: PostForm; member: Member }) {
  const copy = useCopy()
  const partner = usePartner()
  const isOwn = canSelfEnroll(partner)
  const name = (field: 'firstName' | 'lastName') =>
    isOwn ? { ...form.text(field), required: true } : { defaultValue: member[field], disabled: true }
  return (
    <>
      <FormRow>
        <Field {...name('firstName')} label={copy('join.firstName')} autoComplete="given-name" dir="auto" />
        <Field {...name('lastName')} label={copy('join.lastName')} autoComplete="family-name" dir="auto" />
      </FormRow>
      {isOwn ? null : <p className={styles.note}>{copy('join.fromPartner')}</p>}
      {asksForMemberNumber(partner) && member.memberNumber ? (
        <Field
          label={partner.settings.memberNumber?.label ?? ''}
          name="memberNumber"
          defaultValue={member.memberNumber}
          room="half"
          readOnly
        />
      ) : null}
    </>
  )
}

/** Both are changed elsewhere (account §5). */
function SignIn({ member, changeEmail }: Pick<ProfileFormProps, 'member' | 'changeEmail'>) {
  const copy = useCopy()
  const isOwn = canSelfEnroll(usePartner())
  return (
    <FormGroup title={copy('join.group.signIn')}>
      <div className={styles.elsewhere}>
        <Field
          label={copy('join.email')}
          hint={isOwn ? undefined : copy('join.fromPartner')}
          type="email"
          name="currentEmail"
          defaultValue={member.email}
          readOnly
        />
        {changeEmail}
      </div>
      {isOwn ? (
        <div className={styles.elsewhere}>
          <Field
            label={copy('join.password')}
            type="password"
            autoComplete="off"
            defaultValue="••••••••••••"
            disabled
          />
          <ButtonLink to="/account/change_password" variant="quiet" size="small">
            {copy('changePassword.title')}
          </ButtonLink>
        </div>
      ) : null}
    </FormGroup>
  )
}

/** Says what it does to the earn rate before it is saved: the tier changes at once. */
function EmailOptIn({ form, member }: { form: PostForm; member: Member }) {
  const copy = useCopy()
  const partner = usePartner()
  const { defaultChecked, ...tick } = form.tick('emailOptIn')
  const [isOn, setIsOn] = useState(defaultChecked)
  const movesTier = !isVip(member) && !needsActivation(member) && showsEarnRate(partner)
  const hint = movesTier ? 'profile.emailOptIn.rates' : isVip(member) ? 'profile.emailOptIn.vip' : null
  return (
    <>
      <Checkbox
        {...tick}
        defaultChecked={defaultChecked}
        label={copy('profile.emailOptIn')}
        hint={hint === null ? undefined : copy(hint)}
        onInput={event => setIsOn(event.currentTarget.checked)}
      />
      {movesTier && isOn !== member.emailOptIn ? (
        <Notice kind={isOn ? 'earn' : 'warn'} role="status">
          <p>{copy(isOn ? 'profile.emailOptIn.raises' : 'profile.emailOptIn.lowers')}</p>
        </Notice>
      ) : null}
    </>
  )
}

/** Asks the server whether the ZIP code exists when the field is left (account §5); the action asks again. */
function ZipField({ form, savedZip }: { form: PostForm; savedZip: string }) {
  const copy = useCopy()
  const app = useApp()
  const afterPress = useAfterPress()
  const [checked, setChecked] = useState<{ zip: string; problem: string | null } | null>(null)
  const { error, ...field } = form.text('zipCode')

  async function check({ currentTarget: { value } }: FocusEvent<HTMLInputElement>) {
    const zip = value.trim()
    if (!/^\d{5}$/.test(zip) || zip === savedZip) return
    const problem = await zipProblem(app, zip)
    afterPress(() => setChecked({ zip, problem }))
  }
  return (
    <Field
      {...field}
      error={error ?? checked?.problem ?? undefined}
      label={copy('join.zipCode')}
      hint={copy('join.zipCode.hint')}
      autoComplete="postal-code"
      inputMode="numeric"
      room="short"
      onBlur={check}
      onInput={() => setChecked(null)}
      required
    />
  )
}
