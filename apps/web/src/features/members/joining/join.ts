import {
  personSchema,
  type postJoin,
  type postProspect,
  prospectSchema,
  provenProspectSchema,
} from '@dineward/core/members/members.contract.ts'
import {
  type FieldProblem,
  validatePerson,
  validateProspect,
  validateProvenProspect,
} from '@dineward/core/members/members.rules.ts'
import type { BrowserCopyKey } from '@dineward/core/partner/default-copy.ts'
import { asksForEmailOptIn } from '@dineward/core/partner/partner-questions.ts'
import { lookUp } from '@dineward/core/shared/look-up.ts'
import type { postProviderJoin } from '@dineward/core/sign-in-providers/sign-in-providers.contract.ts'
import type { AppContext } from '../../../app-context.ts'
import { ApiError } from '../../../lib/api/api-client.ts'
import { referralNow } from '../../../lib/tracking/tracking-referral.ts'
import { errorText } from '../../../partner/error-text.ts'
import { copyWriter, type WriteCopy } from '../../../partner/partner-context.tsx'
import { botCheckAnswerOf, type FieldProblems, isTicked, textOf } from '../../../ui/form/form-data.ts'
import { deleteFormDraft } from '../../../ui/form/form-draft.ts'
import { type FormResult, rejectForm } from '../../../ui/form/form-result.ts'
import { rememberEmail } from '../prospects/prospect-email.ts'

/** What was typed, until joining has worked. */
export const joinDraft = 'join'

export const joinLabels = {
  firstName: 'join.firstName',
  lastName: 'join.lastName',
  email: 'join.email',
  password: 'join.password',
  memberNumber: 'join.memberNumber',
  address1: 'join.address1',
  address2: 'join.address2',
  city: 'join.city',
  state: 'join.state',
  zipCode: 'join.zipCode',
  phoneNumber: 'join.phone',
  termsAccepted: 'join.terms',
} as const satisfies Record<string, BrowserCopyKey>

type FieldName = keyof typeof joinLabels
const fieldNames = Object.keys(joinLabels) as FieldName[]

/**
 * A `person` is known to the partner's sign-in, which has the name and the password. Of someone `proven`, Apple or Google
 * has confirmed the address.
 */
export type JoinKind = 'prospect' | 'person' | 'proven'

const checks = {
  prospect: { schema: prospectSchema, validate: validateProspect },
  person: { schema: personSchema, validate: validatePerson },
  proven: { schema: provenProspectSchema, validate: validateProvenProspect },
} as const

/** Problems are in page order, for browser and server. */
export function validateJoin(app: AppContext, form: FormData, kind: JoinKind): FieldProblems {
  const copy = copyWriter(app)
  const prospect = prospectOf(app, form, {})
  const found: Partial<Record<string, string>> = {}
  const { schema, validate } = checks[kind]
  for (const issue of schema.safeParse(prospect).error?.issues ?? []) {
    const name = String(issue.path[0])
    found[name] ??= issueText(copy, name, issue)
  }
  // The schema checks the consents; the partner's rules check the rest.
  const typed = { ...prospect, termsAccepted: true, privacyAccepted: true } as const
  const problems = validate(app.partner, typed)
  // City and state follow from the ZIP code; where they do not, the server says so.
  for (const problem of problems.filter(({ field }) => form.has(field) || !['city', 'state'].includes(field)))
    found[problem.field] ??= problemText(copy, problem)
  return Object.fromEntries(
    fieldNames.flatMap(name => (found[name] === undefined ? [] : [[name, found[name]]])),
  )
}

export function problemText(copy: WriteCopy, { field, copy: key, values = {} }: FieldProblem): string {
  const label = copy(lookUp(joinLabels, field) ?? 'join.memberNumber')
  return copy(key, { ...asTexts(values), 'field label': label })
}

const asTexts = (values: Readonly<Record<string, string | number>>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))

interface Issue {
  readonly code?: string | undefined
  readonly minimum?: unknown
  readonly maximum?: unknown
}

/** The issues are required, too long, too short, and not exactly five digits (shell §5). */
export function issueText(copy: WriteCopy, name: string, issue: Issue): string {
  const label = copy(lookUp(joinLabels, name) ?? 'join.memberNumber')
  if (name === 'termsAccepted') return copy('validation.terms')
  if (issue.code === 'too_small' && issue.minimum === 1)
    return copy('validation.required', { 'field label': label })
  if (issue.code === 'too_big')
    return copy('validation.maxLength', { 'field label': label, num: String(issue.maximum) })
  if (name === 'password') return copy('validation.passwordWeak')
  if (name === 'email') return copy('validation.email')
  if (name === 'zipCode') return copy('validation.exactLength', { 'field label': label, num: '5 digits' })
  return copy('validation.characters', { 'field label': label })
}

/** It says who invited, and how one joined (decisions). */
type Origin = { readonly referrer?: string; readonly enrollmentSource?: string }

function prospectOf({ partner }: AppContext, form: FormData, origin: Origin) {
  const text = (name: string) => textOf(form, name).trim()
  return {
    firstName: text('firstName'),
    lastName: text('lastName'),
    email: text('email'),
    password: textOf(form, 'password'),
    // The field can show what is typed, so that it is typed once.
    passwordConfirm: textOf(form, 'password'),
    zipCode: text('zipCode'),
    address1: text('address1'),
    address2: text('address2'),
    city: text('city'),
    state: text('state'),
    ...(asksForEmailOptIn(partner) ? { emailOptIn: isTicked(form, 'emailOptIn') } : {}),
    memberNumber: text('memberNumber'),
    termsAccepted: isTicked(form, 'termsAccepted'),
    privacyAccepted: isTicked(form, 'termsAccepted'),
    ...origin,
  }
}

function originOf(request: Request): Origin {
  const { referrer, source } = referralNow(new URL(request.url).search)
  return { ...(referrer ? { referrer } : {}), ...(source ? { enrollmentSource: source } : {}) }
}

export async function joinAsPerson(app: AppContext, request: Request, form: FormData) {
  const body = personSchema.parse(prospectOf(app, form, originOf(request)))
  const { member } = await app.api.call<typeof postJoin>('POST', '/api/Member/Join', { body })
  deleteFormDraft(joinDraft)
  return member
}

export async function joinProven(app: AppContext, request: Request, form: FormData) {
  const body = provenProspectSchema.parse(prospectOf(app, form, originOf(request)))
  const { member } = await app.api.call<typeof postProviderJoin>('POST', '/api/SignIn/Provider/Join', {
    body,
  })
  deleteFormDraft(joinDraft)
  return member
}

export async function join(app: AppContext, request: Request, form: FormData) {
  const prospect = prospectSchema.parse(prospectOf(app, form, originOf(request)))
  const body = { ...prospect, ...botCheckAnswerOf(form) }
  const { member } = await app.api.call<typeof postProspect>('POST', '/api/Members/Prospects', { body })
  deleteFormDraft(joinDraft)
  return member
}

/** It says why joining failed: the fields the server names, or a message about the form. */
export function joinFailure(app: AppContext, form: FormData, error: unknown): FormResult {
  // The way to sign-in, which the message names, is filled in.
  if (error instanceof ApiError && error.code === 'email_in_use')
    rememberEmail(app, textOf(form, 'email').trim())
  const fieldErrors =
    error instanceof ApiError ? error.fieldErrors.map(({ field, message }) => [field, message]) : []
  return rejectJoin(
    form,
    Object.fromEntries(fieldErrors),
    fieldErrors.length > 0 ? [] : [errorText(app, error)],
  )
}

export const rejectJoin = (form: FormData, fieldErrors: FieldProblems, formErrors: string[] = []) =>
  rejectForm(form, { fieldErrors, formErrors, secret: ['password'] })
