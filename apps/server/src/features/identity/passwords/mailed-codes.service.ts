import { randomInt } from 'node:crypto'
import { minutes } from '@dineward/core/shared/clock.ts'
import type { Context } from '../../../context.ts'
import { type CodeTable, countCodeTry, type MailLimit } from '../../../db/mailed-codes.ts'
import { hashToken } from '../sessions/tokens.service.ts'

/** The contract sets the tries and minutes (wire: Identity). */
export const maxTries = 5
export const codeMinutes = 10
/** More would let a stranger fill a mailbox, or buy tries with new codes. */
const mailsAnHour = 5

export interface MailedCode {
  readonly code: string
  readonly codeHash: string
  readonly expiresAt: Date
  readonly limit: MailLimit
}

/** The code has six digits. */
export function newMailedCode({ clock }: Pick<Context, 'clock'>, memberId: string): MailedCode {
  const now = clock.now()
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  return {
    code,
    codeHash: hashCode(memberId, code),
    expiresAt: new Date(now.getTime() + minutes(codeMinutes)),
    limit: mailLimit(now),
  }
}

export const mailLimit = (now: Date): MailLimit => ({
  now,
  since: new Date(now.getTime() - minutes(60)),
  mails: mailsAnHour,
})

/** Five tries, 10 minutes, the newest code only. @returns its hash, which is not used up; null where it is wrong. */
export async function checkMailedCode(
  ctx: Pick<Context, 'db' | 'partner' | 'clock'>,
  table: CodeTable,
  { memberId, code }: { memberId: string; code: string },
): Promise<string | null> {
  const codeHash = hashCode(memberId, code)
  const key = { partnerId: ctx.partner.slug, memberId, now: ctx.clock.now(), maxTries }
  return (await countCodeTry(ctx.db, table, key)) === codeHash ? codeHash : null
}

/** The hash is bound to the member: equal digits of two members differ. */
export const hashCode = (memberId: string, code: string): string => hashToken(`${memberId} ${code}`)
