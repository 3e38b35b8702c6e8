import { AppError } from '@dineward/core/shared/errors.ts'
import type { ConsoleContext, StaffContext } from '../../context.ts'
import { programContext } from '../../http/serve-console.ts'
import { findMemberProgram } from './member-details.read.ts'

/** The context of the program that a member is of. @throws `not_found` also where the call is not allowed there. */
export async function memberProgram(
  ctx: ConsoleContext,
  memberId: string,
  which: { readonly isErased?: false } = {},
): Promise<StaffContext> {
  const slugs = ctx.allowed.map(({ slug }) => slug)
  // PostgreSQL refuses text with a NUL.
  const slug = memberId.includes('\0') ? null : await findMemberProgram(ctx.db, slugs, memberId, which)
  if (slug === null) throw new AppError('not_found')
  return programContext(ctx, slug)
}
