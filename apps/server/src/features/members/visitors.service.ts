import { activationOf, nonActivated } from '@dineward/core/members/known-visitor.rules.ts'
import { activatedTier } from '@dineward/core/members/members.rules.ts'
import { isEmail, type KnownMember } from '@dineward/core/members/visitors.contract.ts'
import { hasEnrollment, usesSingleSignOn } from '@dineward/core/partner/partner-questions.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Context } from '../../context.ts'
import {
  changeTier,
  findVisitor,
  isEmailOfMember,
  keepProspectEmail,
  type VisitorRow,
} from './visitors.repository.ts'

/** Whether somebody may join with this address (shell §7). Throws `enrollment_unavailable`, `unavailable`. */
export async function mayJoinWith(ctx: Context, email: string): Promise<boolean> {
  requireEnrollment(ctx)
  return isEmail(email) && !(await isEmailOfMember(ctx.db, ctx.partner.slug, email))
}

/** Keeps an address that was left before joining; nothing where none was. Throws as above. */
export async function leaveEmail(ctx: Context, email: string): Promise<void> {
  requireEnrollment(ctx)
  if (email === '') return
  await keepProspectEmail(ctx.db, { partnerId: ctx.partner.slug, email, now: ctx.clock.now() })
}

function requireEnrollment({ partner }: Context): void {
  if (!hasEnrollment(partner)) throw new AppError('enrollment_unavailable')
}

/** Looks up who came with an id in their address. Throws `not_found`. */
export async function lookUpVisitor(ctx: Context, publicId: string): Promise<KnownMember> {
  return describeVisitor(ctx, await requireVisitor(ctx, publicId))
}

/**
 * Activates a member: from level 1 to the level of their answer about e-mail. Done before, it changes nothing.
 * Throws `not_found`, and `forbidden` where the account is closed or was never opened on the web.
 */
export async function activateMember(ctx: Context, publicId: string): Promise<KnownMember> {
  const visitor = await requireVisitor(ctx, publicId)
  const state = activationOf(describeVisitor(ctx, visitor))
  if (state === 'refused') throw new AppError('forbidden')
  if (state === 'possible') {
    const to = activatedTier(ctx.partner, visitor)
    await changeTier(ctx.db, ctx.partner.slug, { id: publicId, from: nonActivated, to })
  }
  return lookUpVisitor(ctx, publicId)
}

async function requireVisitor(ctx: Context, publicId: string): Promise<VisitorRow> {
  const visitor = await findVisitor(ctx.db, ctx.partner.slug, publicId)
  if (!visitor) throw new AppError('not_found')
  return visitor
}

/** Whoever comes through the partner's own sign-in signs in there; anybody else needs a password here. */
function describeVisitor({ partner }: Context, row: VisitorRow): KnownMember {
  const isMember = row.memberType !== 'NonCardMember'
  return {
    publicId: row.id,
    tierLevel: row.tierLevel,
    hasWebProfile: usesSingleSignOn(partner) ? isMember : row.hasPassword,
    active: row.memberType !== 'ClosedAccountMember',
  }
}
