import { randomBytes } from 'node:crypto'
import type { StaffRole } from '@dineward/core/console-staff/staff-accounts.contract.ts'
import { days } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { CallOrigin, ConsoleContext, Context } from '../../context.ts'
import { newId } from '../../new-id.ts'
import { hashPassword } from '../identity/passwords/passwords.service.ts'
import { hashToken, newToken } from '../identity/sessions/tokens.service.ts'
import { queueMail } from '../mail/mail.service.ts'
import { assertMayAssign } from './assignable-roles.service.ts'
import { recordAudit } from './audit.service.ts'
import { everyPartner } from './grants.service.ts'
import { insertStaff, insertStaffRole, type StaffRow } from './staff.repository.ts'
import {
  findInvited,
  listInvited,
  lockStaffRoles,
  replaceInvitation,
  takeInvitation,
} from './staff-directory.repository.ts'

import { changeableStaff, programOf, withPresentGrants } from './staff-directory.service.ts'
import { chooseStaffPassword } from './staff-password.service.ts'

const validDays = 7

/** @returns the id. @throws `email_in_use`, `validation_failed`, `forbidden` */
export async function inviteStaff(
  ctx: ConsoleContext,
  input: { email: string; name: string; roles: readonly StaffRole[]; origin: string },
): Promise<string> {
  const { email, name, roles, origin } = input
  assertMayAssign(ctx, roles)
  const id = newId()
  // Of a password that no one knows, so that a sign-in costs what any other costs.
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'))
  await ctx.db.transaction().execute(async trx => {
    assertMayAssign(await withPresentGrants({ ...ctx, db: trx }), roles)
    const account = { id, email, name, passwordHash }
    if (!(await insertStaff(trx, { ...account, createdAt: ctx.clock.now() })))
      throw new AppError('email_in_use')
    const rows = roles.map(({ partner, role }) => ({ staffId: id, partnerId: partner ?? everyPartner, role }))
    for (const row of rows) await insertStaffRole(trx, row)
    await sendInvitation({ ...ctx, db: trx }, { id, email, name }, origin)
    await recordAudit(
      { ...ctx, db: trx },
      { action: 'staff.invite', subject: email, partnerId: programOf(rows), after: { name, roles } },
    )
  })
  return id
}

/** @throws `not_found` also of someone who has chosen a password, `forbidden` */
export async function inviteAgain(
  ctx: ConsoleContext,
  { id, origin }: { id: string; origin: string },
): Promise<void> {
  await ctx.db.transaction().execute(async trx => {
    await lockStaffRoles(trx)
    const { staff, roles } = await changeableStaff({ ...ctx, db: trx }, id)
    if (!(await listInvited(trx)).includes(id)) throw new AppError('not_found')
    await sendInvitation({ ...ctx, db: trx }, staff, origin)
    await recordAudit(
      { ...ctx, db: trx },
      { action: 'staff.invite', subject: staff.email, partnerId: programOf(roles) },
    )
  })
}

/** @throws `invitation_invalid`, `validation_failed`, `unavailable` */
export async function acceptInvitation(
  ctx: Pick<Context, 'db' | 'clock' | 'gateways' | 'log'> & { readonly from: CallOrigin },
  { token, password }: { token: string; password: string },
): Promise<{ id: string; email: string }> {
  const tokenHash = hashToken(token)
  const staff = await findInvited(ctx.db, tokenHash, ctx.clock.now())
  if (!staff) throw new AppError('invitation_invalid')
  await chooseStaffPassword(ctx, staff, password, async trx => {
    if (!(await takeInvitation(trx, tokenHash))) throw new AppError('invitation_invalid')
    await recordAudit(
      { db: trx, clock: ctx.clock, actor: { kind: 'system', name: staff.email, from: ctx.from } },
      { action: 'staff.invitationAccepted', subject: staff.email, partnerId: null },
    )
  })
  return { id: staff.id, email: staff.email }
}

/** In the look of one of the caller's programs: a mail has to have one. */
async function sendInvitation(
  ctx: ConsoleContext,
  { id, email, name }: Pick<StaffRow, 'id' | 'email' | 'name'>,
  origin: string,
): Promise<void> {
  const token = newToken()
  const now = ctx.clock.now()
  const expiresAt = new Date(now.getTime() + days(validDays))
  await replaceInvitation(ctx.db, { staffId: id, tokenHash: hashToken(token), expiresAt })
  await queueMail(
    { ...ctx, partner: ctx.allowed[0]! },
    {
      cause: `staff-invitation:${hashToken(token).slice(0, 16)}`,
      recipient: { id: null, email, emailConfirmedAt: now },
      secretUntil: expiresAt,
      words: {
        subject: 'Your account in the Dineward console',
        preview: `Choose a password within ${validDays} days.`,
        title: `Hello ${name}`,
        paragraphs: [
          `${ctx.actor.name} invites you to the console, where the program’s staff work.`,
          `Choose a password within ${validDays} days. At your first sign-in you set up an authenticator app, so have your phone at hand.`,
        ],
        // After the hash, which is in no log of a server.
        action: { text: 'Choose a password', url: `${origin}/invitation#${token}` },
        footer: 'If you do not know what this is about, delete this mail: nothing happens.',
      },
    },
  )
}
