import type { Partner } from '@dineward/core/partner/partner.ts'
import type { Clock } from '@dineward/core/shared/clock.ts'
import type { AuditAction } from '@dineward/core/staff/audit-actions.ts'
import type { Permission } from '@dineward/core/staff/permissions.ts'
import { permissionsAt } from '@dineward/core/staff/roles.ts'
import type { Db } from '../../db/open-database.ts'
import { newId } from '../../new-id.ts'
import { queueMail } from '../mail/mail.service.ts'
import type { PartnerRegistry } from '../partner/partner-registry.service.ts'
import { everyPartner, grantsOfRoles } from './grants.service.ts'
import { listRolesOf, type StaffRow } from './staff.repository.ts'
import { selectStaff, selectStaffRoles } from './staff-directory.repository.ts'

export interface StaffMailContext {
  readonly db: Db
  readonly clock: Clock
  readonly partners: PartnerRegistry
}

const changes = {
  'staff.lockLifted': 'An administrator unlocked your sign-in.',
  'staff.passkeyAdded': 'A passkey was added. It signs in without your password.',
  'staff.passkeyRemoved': 'A passkey was removed. It no longer signs in.',
  'staff.passwordChanged': 'Your password was changed.',
  'staff.recoveryCodesRenewed': 'New recovery codes were made. Those before no longer work.',
  'staff.renewPassword':
    'Your password was replaced by an operator. You choose another one at your next sign-in.',
  'staff.secondFactorAdded': 'An authenticator app was set up. The one before no longer works.',
  'staff.signOnConnected': 'Single sign-on was connected. It signs in without your password.',
  'staff.secondFactorReset':
    'Your authenticator app, recovery codes and passkeys were removed. You set up an app at your next sign-in.',
} as const satisfies Partial<Record<AuditAction, string>>
export type SignInChange = keyof typeof changes

/** In the transaction of the change: its person is told, wherever it was made. */
export async function tellOfSignInChange(
  ctx: StaffMailContext,
  staff: Pick<StaffRow, 'id' | 'email' | 'name'>,
  change: SignInChange,
): Promise<void> {
  await queueStaffMail(ctx, staff, {
    subject: 'Your sign-in to the Dineward console has changed',
    paragraphs: [
      changes[change],
      'If you know of this, there is nothing to do. If you do not, tell an administrator of your program now: they can end your sessions and deactivate your account.',
    ],
  })
}

/** In the transaction of the reset, it tells everyone who may change staff where this account works. */
export async function tellAdministratorsOfReset(
  ctx: StaffMailContext,
  staff: Pick<StaffRow, 'id' | 'email' | 'name'>,
  { by, reason }: { by: string; reason?: string },
): Promise<void> {
  for (const administrator of await administratorsOf(ctx, staff.id))
    await queueStaffMail(ctx, administrator, {
      subject: `The second factor of ${staff.email} was reset`,
      paragraphs: [
        `${by} removed authenticator app, recovery codes and passkeys of ${staff.name} (${staff.email}). Every session of theirs has ended.`,
        ...(reason ? [`The reason given: ${reason}`] : []),
        'Anyone with the password can set up the next app. If this was not agreed, deactivate the account now.',
      ],
    })
}

/** Everyone who has a permission at a program, administrators among them. */
export async function tellStaffWith(
  ctx: StaffMailContext,
  { partner, permission }: { readonly partner: Partner; readonly permission: Permission },
  words: { readonly subject: string; readonly paragraphs: readonly string[] },
): Promise<void> {
  const roles = await selectStaffRoles(ctx.db)
  for (const staff of await selectStaff(ctx.db)) {
    const grants = grantsOfRoles(
      ctx.partners,
      roles.filter(role => role.staffId === staff.id),
    )
    if (!staff.deactivatedAt && permissionsAt(grants, partner.slug).includes(permission))
      await queueStaffMail(ctx, staff, words)
  }
}

/** In the transaction of its sign-in, everyone who may change staff anywhere is told. */
export async function tellAdministratorsOfBreakGlass(
  ctx: StaffMailContext,
  staff: Pick<StaffRow, 'email' | 'name'>,
): Promise<void> {
  const places = ctx.partners.all().map(({ slug }) => slug)
  for (const administrator of await administratorsAt(ctx, places))
    await queueStaffMail(ctx, administrator, {
      subject: `The break-glass account ${staff.email} signed in`,
      paragraphs: [
        `${staff.name} (${staff.email}) signed in to the console at ${ctx.clock.now().toISOString()}. This account is for emergencies in which single sign-on does not work.`,
        'If this was not agreed, end its sessions and deactivate it now, at Staff in the console. The audit log says what it did.',
      ],
    })
}

async function administratorsOf(ctx: StaffMailContext, staffId: string): Promise<StaffRow[]> {
  const roles = await listRolesOf(ctx.db, staffId)
  return administratorsAt(
    ctx,
    roles.map(({ partnerId }) => (partnerId === everyPartner ? null : partnerId)),
  )
}

async function administratorsAt(
  { db, partners }: StaffMailContext,
  places: readonly (string | null)[],
): Promise<StaffRow[]> {
  const roles = await selectStaffRoles(db)
  return (await selectStaff(db)).filter(({ id, deactivatedAt }) => {
    const grants = grantsOfRoles(
      partners,
      roles.filter(role => role.staffId === id),
    )
    const isAdministrator = [null, ...places].some(place =>
      permissionsAt(grants, place).includes('staff.change'),
    )
    return !deactivatedAt && isAdministrator
  })
}

/** In the look of the first of the person's programs: a mail has to have one. */
async function queueStaffMail(
  ctx: StaffMailContext,
  { id, email, name }: Pick<StaffRow, 'id' | 'email' | 'name'>,
  { subject, paragraphs }: { subject: string; paragraphs: readonly string[] },
): Promise<void> {
  const partner = await programOf(ctx, id)
  if (!partner) return
  await queueMail(
    { ...ctx, partner },
    {
      cause: `staff-security:${newId()}`,
      recipient: { id: null, email, emailConfirmedAt: ctx.clock.now() },
      words: {
        subject,
        preview: paragraphs[0] ?? subject,
        title: `Hello ${name}`,
        paragraphs,
        footer: 'This mail is about your account in the console, where the program’s staff work.',
      },
    },
  )
}

async function programOf({ db, partners }: StaffMailContext, staffId: string): Promise<Partner | undefined> {
  const roles = await listRolesOf(db, staffId)
  const own = partners.all().find(({ slug }) => roles.some(({ partnerId }) => partnerId === slug))
  return own ?? partners.all()[0]
}
