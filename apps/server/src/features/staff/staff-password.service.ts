import { AppError } from '@dineward/core/shared/errors.ts'
import { staffPasswordProblem } from '@dineward/core/staff/staff-password.rules.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/open-database.ts'
import { hashPassword } from '../identity/passwords/passwords.service.ts'
import { knownPasswordProblems } from '../passwords/known-passwords.service.ts'
import { replaceStaffPassword } from './staff.repository.ts'

/**
 * Ends the person's sessions at partners' sites.
 * @param inTransaction what else belongs to it. @throws `validation_failed`, `unavailable`
 */
export async function chooseStaffPassword(
  ctx: Pick<Context, 'db' | 'gateways' | 'log'>,
  staff: { readonly email: string; readonly name: string },
  password: string,
  inTransaction: (db: Db) => Promise<void>,
): Promise<void> {
  const problem = staffPasswordProblem(password, staff) ?? (await knownProblem(ctx, password))
  if (problem)
    throw new AppError('validation_failed', { fieldErrors: [{ field: 'password', message: problem }] })
  const hash = await hashPassword(password)
  await ctx.db.transaction().execute(async trx => {
    await replaceStaffPassword(trx, staff.email, { passwordHash: hash, printedUntil: null })
    await inTransaction(trx)
  })
}

async function knownProblem(
  ctx: Pick<Context, 'gateways' | 'log'>,
  password: string,
): Promise<string | null> {
  const known = await knownPasswordProblems(ctx, password, [])
  return known.length > 0
    ? 'This password is too common, or is in a list of stolen ones. Choose another.'
    : null
}
