import { hasNotJoined } from '@dineward/core/members/member-questions.ts'
import type { Person, Prospect, ProvenProspect } from '@dineward/core/members/members.contract.ts'
import {
  activatedTier,
  type FieldProblem,
  joinedEmailOptIn,
  newMemberDetails,
  personDetails,
  validatePerson,
  validateProspect,
  validateProvenProspect,
} from '@dineward/core/members/members.rules.ts'
import { isEmail } from '@dineward/core/members/prospect-email.rules.ts'
import { normalizeSignInName } from '@dineward/core/members/sign-in-name.rules.ts'
import { copyText } from '@dineward/core/partner/copy.ts'
import {
  canSelfEnroll,
  hasEnrollment,
  isMemberNumber,
  requiresFullAddress,
} from '@dineward/core/partner/partner-questions.ts'
import { AppError, type FieldError } from '@dineward/core/shared/errors.ts'
import type { Context, MemberActor, MemberContext } from '../../context.ts'
import { recordEvents } from '../events/record-events.service.ts'
import { queueWelcomeMail } from '../mail/welcome.mail.ts'
import { knownPasswordProblems } from '../passwords/known-passwords.service.ts'
import { isZipCode, placeOfZip } from '../search/locations/locations.service.ts'
import { recordMemberAudit } from '../staff/audit.service.ts'
import { recordJoinConsents, type VouchedConsent } from './consents.service.ts'
import {
  isEmailOfMember,
  isExternalIdOfMember,
  listTakenFields,
  lockSignInName,
  releaseUnconfirmedEmail,
  upsertProspectEmail,
} from './member-emails.repository.ts'
import {
  duplicateField,
  insertMember,
  lockMemberRow,
  type MemberRow,
  type NewMember,
  updateMember,
} from './members.repository.ts'

/**
 * All problems are reported at once. @throws `enrollment_unavailable` where members come through the partner,
 * `validation_failed`, `zip_not_in_us`; with no other problem `email_in_use`, `member_number_in_use`.
 */
export async function assertCanEnroll(ctx: Context, prospect: Prospect): Promise<void> {
  const found = validateProspect(ctx.partner, prospect)
  const problems = [...found, ...(await knownPasswordProblems(ctx, prospect.password, found))]
  await assertCanJoin(ctx, prospect, problems)
}

/** As `assertCanEnroll`, of a person whose address is proved and who has no password. */
export async function assertCanEnrollProven(
  ctx: Context,
  prospect: ProvenProspect & { email: string },
): Promise<void> {
  await assertCanJoin(ctx, prospect, validateProvenProspect(ctx.partner, prospect))
}

async function assertCanJoin(
  ctx: Context,
  prospect: ProvenProspect & { email: string },
  problems: FieldProblem[],
): Promise<void> {
  const { partner } = ctx
  if (!canSelfEnroll(partner)) throw new AppError('enrollment_unavailable')
  const taken = await listTakenFields(ctx.db, partner.slug, prospect)
  if (taken.length > 0 && problems.length === 0 && (await isZipCode(prospect.zipCode)))
    throw inUseError(partner, taken)
  const inUseProblems = taken.map(field => ({ field, copy: inUse[field].copy }))
  await assertNoProblems(partner, [...problems, ...inUseProblems], prospect.zipCode)
}

/** City and state follow from the ZIP code where they are needed and were not sent. */
export async function completeAddress<T extends Person>(partner: Context['partner'], person: T): Promise<T> {
  if (!requiresFullAddress(partner) || !person.address1 || person.city || person.state) return person
  const place = await placeOfZip(person.zipCode)
  return place ? { ...person, ...place, city: place.city.slice(0, 20) } : person
}

function inUseError(partner: Context['partner'], taken: readonly (keyof typeof inUse)[]): AppError {
  return new AppError(inUse[taken[0] ?? 'email'].code, {
    fieldErrors: taken.map(field => fieldError(partner, { field, copy: inUse[field].copy })),
  })
}

/** `zipCode` is null where it is known. @throws `validation_failed`, `zip_not_in_us`. */
export async function assertNoProblems(
  partner: Context['partner'],
  found: readonly FieldProblem[],
  zipCode: string | null,
): Promise<void> {
  const code = found.length > 0 ? 'validation_failed' : 'zip_not_in_us'
  const unknownZip: FieldProblem[] =
    zipCode === null || (await isZipCode(zipCode))
      ? []
      : [{ field: 'zipCode', copy: 'validation.zipNotInUs' }]
  const problems = [...found, ...unknownZip]
  if (problems.length > 0)
    throw new AppError(code, { fieldErrors: problems.map(problem => fieldError(partner, problem)) })
}

/** Until the transaction ends: of two sign-ups with one address, the second waits for the first. */
export async function lockJoining(ctx: Context, email: string): Promise<void> {
  await lockSignInName(ctx.db, ctx.partner.slug, normalizeSignInName(email))
}

/** In the caller's transaction. An address that no member has confirmed is free. @throws `email_in_use`, `member_number_in_use`. */
export async function enrollMember(
  ctx: Context,
  input: {
    prospect: ProvenProspect & { email: string }
    passwordHash: string | null
    emailConfirmedAt?: Date | null
    externalId?: string
    /** What the person agreed to elsewhere; without it they did so here and now. */
    consent?: VouchedConsent
  },
): Promise<MemberRow> {
  const { partner } = ctx
  const { prospect, passwordHash, emailConfirmedAt = null, externalId = null, consent } = input
  const member = await insertWithEmail(ctx, {
    ...newMemberDetails(partner, prospect),
    partnerId: partner.slug,
    passwordHash,
    emailConfirmedAt,
    externalId,
    joinedAt: ctx.clock.now(),
  }).catch(error => {
    const field = duplicateField(error)
    if (!field) throw error
    throw field === 'externalId' ? externalIdInUse() : inUseError(partner, [field])
  })
  const { id: memberId, smsOptIn } = member
  await recordJoinConsents(ctx, { memberId, smsOptIn, prospect, ...(consent ? { consent } : {}) })
  recordEvents(ctx, [{ type: 'member.enrolled', id: memberId, memberId }])
  return member
}

export interface VouchedPerson {
  readonly prospect: ProvenProspect & { email: string }
  readonly externalId: string
  /** The program has proved it: it counts as an address that a provider of single sign-on has verified. */
  readonly isEmailVerified: boolean
  readonly consent: VouchedConsent
}

/**
 * A person whom the program's own systems vouch for (docs/decisions/097), in the caller's transaction.
 * @throws `validation_failed`, `zip_not_in_us`, `email_in_use`, `member_number_in_use`, `external_id_in_use`
 */
export async function enrollVouched(ctx: Context, person: VouchedPerson): Promise<MemberRow> {
  const { partner, db, clock } = ctx
  const { externalId, isEmailVerified, consent } = person
  const prospect = await completeAddress(partner, person.prospect)
  if (await isExternalIdOfMember(db, partner.slug, externalId)) throw externalIdInUse()
  const taken = await listTakenFields(db, partner.slug, prospect)
  await assertNoProblems(partner, validateProvenProspect(partner, prospect), prospect.zipCode)
  if (taken.length > 0) throw inUseError(partner, taken)
  const emailConfirmedAt = isEmailVerified ? clock.now() : null
  const member = await enrollMember(ctx, {
    prospect,
    passwordHash: null,
    emailConfirmedAt,
    externalId,
    consent,
  })
  const after = { emailVerified: isEmailVerified, terms: consent.termsVersion, agreedAt: consent.at }
  await recordMemberAudit(ctx, { action: 'account.enrolled', memberId: member.id, after })
  return member
}

/** In the caller's transaction. @throws `external_id_in_use` */
export async function changeExternalId(ctx: Context, memberId: string, externalId: string): Promise<void> {
  const { db, partner } = ctx
  if (await isExternalIdOfMember(db, partner.slug, externalId, { except: memberId })) throw externalIdInUse()
  await updateMember(db, partner.slug, memberId, { externalId }).catch(error => {
    throw duplicateField(error) === 'externalId' ? externalIdInUse() : error
  })
  await recordMemberAudit(ctx, { action: 'profile.changed', memberId, after: { fields: ['externalId'] } })
  recordEvents(ctx, [{ type: 'member.updated', id: memberId, memberId }])
}

const externalIdInUse = () =>
  new AppError('external_id_in_use', {
    fieldErrors: [{ field: 'externalId', message: 'Another member has this id.' }],
  })

const inUse = {
  email: { code: 'email_in_use', copy: 'validation.emailInUse' },
  memberNumber: { code: 'member_number_in_use', copy: 'validation.memberNumberInUse' },
} as const

/**
 * Add a person whom the partner's sign-in names, with a verified address: a member where the partner enrolls
 * automatically, else a person who may join. In the caller's transaction. @throws `email_in_use`, `member_number_in_use`.
 */
export async function addPartnerPerson(
  ctx: Context,
  input: { person: PartnerPerson; origin: string },
): Promise<MemberRow> {
  const { partner } = ctx
  const { firstName, lastName, email, memberNumber } = input.person
  const isEnrolled = partner.settings.hasAutoEnroll
  const emailOptIn = joinedEmailOptIn(partner, undefined)
  const member = await insertWithEmail(ctx, {
    partnerId: partner.slug,
    ...(isEnrolled ? {} : { memberType: 'NonCardMember' }),
    firstName: firstName.slice(0, 20),
    lastName: lastName.slice(0, 20),
    email,
    emailConfirmedAt: ctx.clock.now(),
    memberNumber: memberNumber && isMemberNumber(partner, memberNumber) ? memberNumber : null,
    passwordHash: null,
    zipCode: '',
    emailOptIn,
    tierLevel: activatedTier(partner, { emailOptIn }),
    enrollmentSource: 'sso',
    joinedAt: ctx.clock.now(),
  }).catch(error => {
    const field = duplicateField(error)
    if (!field || field === 'externalId') throw error
    throw new AppError(inUse[field].code)
  })
  // A person who has not joined is one of the partner's all the same.
  recordEvents(ctx, [
    { type: isEnrolled ? 'member.enrolled' : 'member.updated', id: member.id, memberId: member.id },
  ])
  if (isEnrolled) await queueWelcomeMail(ctx, { member, origin: input.origin })
  return member
}

/** In the caller's transaction. @returns null for a member. @throws `validation_failed`, `zip_not_in_us`. */
export async function enrollPerson(ctx: MemberContext, person: Person): Promise<MemberActor | null> {
  const { partner, actor, db } = ctx
  await assertNoProblems(partner, validatePerson(partner, person), person.zipCode)
  if (!hasNotJoined(await lockMemberRow(db, partner.slug, actor.id))) return null
  const joinedAt = ctx.clock.now()
  const details = { ...personDetails(partner, person), memberType: 'EnrolledCardMember', joinedAt } as const
  await updateMember(db, partner.slug, actor.id, details)
  await recordJoinConsents(ctx, { memberId: actor.id, smsOptIn: details.smsOptIn, prospect: person })
  recordEvents(ctx, [{ type: 'member.enrolled', id: actor.id, memberId: actor.id }])
  return { ...actor, ...details }
}

/** An address that its account has not confirmed passes to the new one. */
async function insertWithEmail(ctx: Context, member: NewMember): Promise<MemberRow> {
  await lockJoining(ctx, member.email)
  const signInName = normalizeSignInName(member.email)
  for (const memberId of await releaseUnconfirmedEmail(ctx.db, ctx.partner.slug, signInName)) {
    await recordMemberAudit(ctx, { action: 'credentials.email_removed', memberId })
    recordEvents(ctx, [{ type: 'member.updated', id: memberId, memberId }])
  }
  return insertMember(ctx.db, member)
}

export interface PartnerPerson {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly memberNumber: string | null
}

export function fieldError({ settings, copy }: Context['partner'], problem: FieldProblem): FieldError {
  const label = settings.memberNumber?.label ?? 'member number'
  const names = { 'member number label': label, 'partner name': settings.name }
  const message = copyText(copy, problem.copy, { ...names, ...problem.values })
  return { field: problem.field, message }
}

/** @throws `enrollment_unavailable`. */
export async function canJoinWithEmail(ctx: Context, email: string): Promise<boolean> {
  assertHasEnrollment(ctx)
  return isEmail(email) && !(await isEmailOfMember(ctx.db, ctx.partner.slug, email))
}

/** An empty address is ignored. @throws `enrollment_unavailable`. */
export async function saveProspectEmail(ctx: Context, email: string): Promise<void> {
  assertHasEnrollment(ctx)
  if (email === '') return
  await upsertProspectEmail(ctx.db, { partnerId: ctx.partner.slug, email, now: ctx.clock.now() })
}

function assertHasEnrollment({ partner }: Context): void {
  if (!hasEnrollment(partner)) throw new AppError('enrollment_unavailable')
}
