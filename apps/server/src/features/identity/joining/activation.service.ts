import type { KnownMember } from '@dineward/core/identity/activation.contract.ts'
import { activationOf } from '@dineward/core/identity/activation.rules.ts'
import { hasNotJoined, isClosed, nonActivatedTier } from '@dineward/core/members/member-questions.ts'
import { activatedTier } from '@dineward/core/members/members.rules.ts'
import { usesSingleSignOn } from '@dineward/core/partner/partner-questions.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Context } from '../../../context.ts'
import { changeTier } from '../../members/members.service.ts'
import { findVisitor, type VisitorRow } from '../identity-members.read.ts'

/** @throws `not_found`. */
export async function getVisitor(ctx: Context, publicId: string): Promise<KnownMember> {
  return describeVisitor(ctx, await requireVisitor(ctx, publicId))
}

/**
 * A repeated call changes nothing. @throws `not_found`, and `forbidden` where the account is closed or has no web
 * profile.
 */
export async function activateMember(ctx: Context, publicId: string): Promise<KnownMember> {
  const visitor = await requireVisitor(ctx, publicId)
  const state = activationOf(describeVisitor(ctx, visitor))
  if (state === 'refused') throw new AppError('forbidden')
  if (state === 'possible') {
    const to = activatedTier(ctx.partner, visitor)
    await changeTier(ctx, { id: publicId, from: nonActivatedTier, to })
  }
  return getVisitor(ctx, publicId)
}

async function requireVisitor(ctx: Context, publicId: string): Promise<VisitorRow> {
  const visitor = await findVisitor(ctx.db, ctx.partner.slug, publicId)
  if (!visitor) throw new AppError('not_found')
  return visitor
}

/** With single sign-on every member can sign in; elsewhere only those with a password. */
function describeVisitor({ partner }: Context, row: VisitorRow): KnownMember {
  return {
    publicId: row.id,
    tierLevel: row.tierLevel,
    hasWebProfile: usesSingleSignOn(partner) ? !hasNotJoined(row) : row.hasPassword,
    active: !isClosed(row),
  }
}
