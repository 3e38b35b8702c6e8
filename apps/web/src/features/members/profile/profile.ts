import type { getZipValidity } from '@dineward/core/members/enrollment.contract.ts'
import type { getMember, Member } from '@dineward/core/members/members.contract.ts'
import { maskPhone, phoneDigits } from '@dineward/core/members/members.rules.ts'
import { type Profile, profileSchema, type putMember } from '@dineward/core/members/profile.contract.ts'
import { endsTextConsent, validateProfile } from '@dineward/core/members/profile.rules.ts'
import {
  asksForEmailOptIn,
  smsOptInKind,
  usesSingleSignOn,
} from '@dineward/core/partner/partner-questions.ts'
import { lookUp } from '@dineward/core/shared/look-up.ts'
import type { AppContext } from '../../../app-context.ts'
import { ApiError, isUnauthorized } from '../../../lib/api/api-client.ts'
import { errorText } from '../../../partner/error-text.ts'
import { copyWriter } from '../../../partner/partner-context.tsx'
import { type FieldProblems, textOf } from '../../../ui/form/form-data.ts'
import { deleteFormDraft, memberDraft } from '../../../ui/form/form-draft.ts'
import { type FormResult, rejectForm } from '../../../ui/form/form-result.ts'
import { issueText, problemText } from '../joining/join.ts'
import { shownTier } from '../membership/tier.ts'

const names = ['firstName', 'lastName'] as const
const address = ['address1', 'address2', 'city', 'state'] as const
type ProfileField =
  | (typeof names)[number]
  | (typeof address)[number]
  | 'zipCode'
  | 'phoneNumber'
  | 'smsOptIn'
  | 'emailOptIn'

/** As the form's fields hold them: a tick is `on` or empty. */
export type ProfileValues = Readonly<Partial<Record<ProfileField, string>>>

/** What the form began with, to see what was changed in it, and meanwhile elsewhere. */
export interface ProfileBase {
  /** The member's `publicId`. */
  readonly owner: string
  readonly version: string
  readonly values: ProfileValues
}

export type ProfileResult =
  | { readonly outcome: 'noChanges' }
  | { readonly outcome: 'saved'; readonly version: string; readonly notes: readonly string[] }
  | { readonly outcome: 'rejected'; readonly rejected: FormResult; readonly base?: ProfileBase }

export const baseField = 'base'
/** A tick set after the number was changed: consent for the new one. */
export const consentForNewNumber = 'new number'

/** What was typed, until it is saved. Of one member: others may sign in at this browser. */
export const profileDraft = ({ publicId }: Member): string => memberDraft(`profile ${publicId}`)

export function profileBase({ partner }: AppContext, member: Member): ProfileBase {
  const { firstName, lastName, phoneNumber, smsOptIn, emailOptIn, profileVersion, publicId } = member
  const { zipCode, ...street } = member.address
  const tick = (on: boolean) => (on ? 'on' : '')
  const values = {
    ...(usesSingleSignOn(partner) ? {} : { firstName, lastName }),
    ...street,
    zipCode,
    phoneNumber: maskPhone(phoneNumber),
    ...(smsOptInKind(partner) === 'none' ? {} : { smsOptIn: tick(smsOptIn) }),
    ...(asksForEmailOptIn(partner) ? { emailOptIn: tick(emailOptIn) } : {}),
  }
  return { owner: publicId, version: profileVersion, values }
}

function baseIn(form: FormData): ProfileBase {
  try {
    const { owner, version, values } = JSON.parse(textOf(form, baseField))
    return {
      owner: String(owner),
      version: String(version),
      values: Object.fromEntries(Object.entries(values ?? {}).map(textPair)),
    }
  } catch {
    return { owner: '', version: '', values: {} }
  }
}

const textPair = ([name, value]: [string, unknown]) => [name, String(value)]

const fieldsOf = ({ partner }: AppContext): ProfileField[] => [
  ...(usesSingleSignOn(partner) ? [] : names),
  ...address,
  ...(['zipCode', 'phoneNumber'] as const),
  ...(smsOptInKind(partner) === 'none' ? [] : (['smsOptIn'] as const)),
  ...(asksForEmailOptIn(partner) ? (['emailOptIn'] as const) : []),
]

function typedValues(app: AppContext, form: FormData, { values }: ProfileBase): ProfileValues {
  const typed = Object.fromEntries(fieldsOf(app).map(name => [name, textOf(form, name).trim()]))
  if (typed.smsOptIn === consentForNewNumber) typed.smsOptIn = 'on'
  else if (endsTextConsent(app.partner, values.phoneNumber ?? '', typed.phoneNumber ?? ''))
    typed.smsOptIn = ''
  return typed
}

/** A consent for another number is sent also where there was one for the number of before. */
function changedFields(app: AppContext, typed: ProfileValues, { values }: ProfileBase): ProfileField[] {
  const isOtherNumber = phoneDigits(typed.phoneNumber ?? '') !== phoneDigits(values.phoneNumber ?? '')
  return fieldsOf(app).filter(
    name => typed[name] !== (values[name] ?? '') || (name === 'smsOptIn' && isOtherNumber),
  )
}

/** What was typed, without the consent to texts, which is given anew. */
export function typedChanges(app: AppContext, form: FormData): Pick<ProfileBase, 'owner' | 'values'> {
  const base = baseIn(form)
  const { smsOptIn: _, ...typed } = typedValues(app, form, base)
  const changed = Object.entries(typed).filter(([name, value]) => value !== (lookUp(base.values, name) ?? ''))
  return { owner: base.owner, values: Object.fromEntries(changed) }
}

function profileOf({ partner }: AppContext, typed: ProfileValues): Profile {
  const { smsOptIn, emailOptIn, ...texts } = typed
  const optIn = smsOptInKind(partner) === 'toggle' ? 'smsOptInV2' : 'smsOptIn'
  return {
    ...texts,
    ...(smsOptIn === undefined ? {} : { [optIn]: smsOptIn !== '' }),
    ...(emailOptIn === undefined ? {} : { emailOptIn: emailOptIn !== '' }),
  }
}

/** Problems are in page order. Browser and server use them (account §5). */
export function profileProblems(app: AppContext, form: FormData): FieldProblems {
  const copy = copyWriter(app)
  const base = baseIn(form)
  const typed = typedValues(app, form, base)
  const profile = profileOf(app, typed)
  const found: Record<string, string> = {}
  for (const issue of profileSchema.safeParse(profile).error?.issues ?? []) {
    const name = String(issue.path[0])
    found[name] ??= issueText(copy, name, issue)
  }
  const current = { firstName: '', lastName: '', phoneNumber: '', smsOptIn: false }
  for (const problem of validateProfile(app.partner, profile, current))
    found[problem.field] ??= problemText(copy, problem)
  if (textOf(form, 'smsOptIn') !== '' && base.values.smsOptIn === '' && typed.phoneNumber === '')
    found.phoneNumber ??= copy('profile.smsOptIn.needsPhone')
  return Object.fromEntries(fieldsOf(app).flatMap(name => (found[name] ? [[name, found[name]]] : [])))
}

/** It is asked once for each code (account §5). Null means that it is one. */
export async function zipProblem(app: AppContext, zip: string): Promise<string | null> {
  const copy = copyWriter(app)
  try {
    const { isValid } = await app.queryClient.fetchQuery({
      queryKey: ['zip', zip],
      queryFn: () =>
        app.api.call<typeof getZipValidity>('GET', '/api/Members/Validate/Zip', { query: { zip } }),
      staleTime: Number.POSITIVE_INFINITY,
    })
    return isValid ? null : copy('validation.zipNotInUs')
  } catch {
    return copy('validation.general', { 'field label': copy('join.zipCode') })
  }
}

export async function saveProfile(
  app: AppContext,
  form: FormData,
  onSaved: (member: Member) => void,
): Promise<ProfileResult> {
  const base = baseIn(form)
  const typed = typedValues(app, form, base)
  const changed = changedFields(app, typed, base)
  const problems = profileProblems(app, form)
  const zip =
    changed.includes('zipCode') && !problems.zipCode ? await zipProblem(app, typed.zipCode ?? '') : null
  if (zip !== null || Object.keys(problems).length > 0)
    return rejected(form, { ...problems, ...(zip ? { zipCode: zip } : {}) })
  if (changed.length === 0) return { outcome: 'noChanges' }
  const changes = Object.fromEntries(changed.map(name => [name, typed[name]]))
  try {
    const body = { ...profileOf(app, changes), ...(base.version ? { version: base.version } : {}) }
    const { member } = await app.api.call<typeof putMember>('PUT', '/api/Member', { body })
    deleteFormDraft(profileDraft(member))
    onSaved(member)
    return { outcome: 'saved', version: member.profileVersion, notes: savedNotes(app, base, member) }
  } catch (error) {
    if (isUnauthorized(error)) throw error
    if (error instanceof ApiError && error.code === 'profile_changed') return mergeProfiles(app, form, error)
    const fields = error instanceof ApiError ? error.fieldErrors : []
    if (fields.length === 0) return rejected(form, {}, [errorText(app, error)])
    return rejected(form, Object.fromEntries(fields.map(({ field, message }) => [field, message])))
  }
}

const rejected = (form: FormData, fieldErrors: FieldProblems, formErrors: string[] = []): ProfileResult => ({
  outcome: 'rejected',
  rejected: rejectForm(form, { fieldErrors, formErrors }),
})

/** It says what the save changed besides the fields. */
function savedNotes(app: AppContext, { values }: ProfileBase, member: Member): string[] {
  const copy = copyWriter(app)
  const isOptInChanged = values.emailOptIn !== undefined && (values.emailOptIn !== '') !== member.emailOptIn
  const lostTexts = values.smsOptIn === 'on' && !member.smsOptIn && member.phoneNumber !== ''
  const isOtherNumber = phoneDigits(values.phoneNumber ?? '') !== phoneDigits(member.phoneNumber)
  return [
    ...(isOptInChanged ? [copy(`profile.saved.rate.${shownTier(member)}`)] : []),
    ...(lostTexts && isOtherNumber ? [copy('profile.saved.textsOff')] : []),
  ]
}

/** Another window saved first: what was typed here stays, the rest is as it is now, and both are told. */
async function mergeProfiles(app: AppContext, form: FormData, error: ApiError): Promise<ProfileResult> {
  const copy = copyWriter(app)
  const base = baseIn(form)
  const typed = typedValues(app, form, base)
  const now = profileBase(app, await app.api.call<typeof getMember>('GET', '/api/Member', {}))
  const merged = new FormData()
  const conflicts: Record<string, string> = {}
  for (const name of fieldsOf(app)) {
    const [before, mine, theirs] = [base.values[name] ?? '', typed[name] ?? '', now.values[name] ?? '']
    const value = mine === before ? theirs : mine
    if (value !== '') merged.append(name, value)
    if (value !== theirs && theirs !== before)
      conflicts[name] = copy('profile.changedElsewhere', { value: theirs || copy('profile.none') })
  }
  return {
    outcome: 'rejected',
    rejected: rejectForm(merged, { fieldErrors: conflicts, formErrors: [errorText(app, error)] }),
    base: now,
  }
}
