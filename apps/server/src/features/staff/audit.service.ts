import type { Actor, Context } from '../../context.ts'
import type { Db } from '../../db/open-database.ts'
import { insertAuditEntry } from './audit.repository.ts'

export type AuditAction =
  | 'booking.allow'
  | 'booking.ban'
  | 'clock.set'
  | 'event.retry'
  | 'import.bounces'
  | 'import.books'
  | 'import.merchants'
  | 'import.transactions'
  | 'job.run'
  | 'mail.clear'
  | 'mail.retry'
  | 'merchant.fee'
  | 'payout.return'
  | 'photo.add'
  | 'photo.remove'
  | 'review.hide'
  | 'review.keep'
  | 'setting.set'
  | 'setting.unset'
  | 'settlement.receive'
  | 'settlement.send'
  | 'staff.add'
  | 'staff.remove'
  | 'staff.renewPassword'
  | 'staff.signIn'
  | 'staff.signOut'
  | 'text.retry'

/** Changes of a member's account, by anyone. */
export type MemberAuditAction =
  | 'account.closed'
  | 'account.erased'
  | 'account.erasure_canceled'
  | 'account.erasure_requested'
  | 'account.exported'
  | 'claim.approved'
  | 'claim.declined'
  | 'credentials.email_changed'
  | 'credentials.email_confirmed'
  | 'credentials.email_removed'
  | 'credentials.email_restored'
  | 'credentials.identity_linked'
  | 'credentials.lock_lifted'
  | 'credentials.member_number_changed'
  | 'credentials.passkey_added'
  | 'credentials.passkey_removed'
  | 'credentials.password_changed'
  | 'credentials.sessions_ended'

export interface AuditEntry {
  readonly action: AuditAction | MemberAuditAction
  /** A member's id, a staff email, the name of a setting. */
  readonly subject: string
  /** Null: of all partners. */
  readonly partnerId: string | null
  readonly before?: unknown
  readonly after?: unknown
  readonly reason?: string
}

export type AuditContext = Pick<Context, 'db' | 'clock' | 'actor'>

/** In the transaction of the write. */
export async function recordAudit(ctx: AuditContext, entry: AuditEntry): Promise<void> {
  const { action, subject, partnerId, before, after, reason = null } = entry
  await insertAuditEntry(ctx.db, {
    at: ctx.clock.now(),
    partnerId,
    actorKind: ctx.actor.kind,
    actor: actorName(ctx.actor),
    action,
    subject,
    before: jsonOf(before),
    after: jsonOf(after),
    reason,
  })
}

/** In the transaction of the write. Name the member by id only: the log outlives an erased member. */
export function recordMemberAudit(
  ctx: AuditContext & Pick<Context, 'partner'>,
  {
    memberId,
    ...entry
  }: { memberId: string; action: MemberAuditAction } & Pick<AuditEntry, 'before' | 'after' | 'reason'>,
): Promise<void> {
  return recordAudit(ctx, { ...entry, subject: memberId, partnerId: ctx.partner.slug })
}

/** In one transaction. Without an actor it only runs: imports and jobs are recorded once per run. */
export async function writeAudited<T>(
  ctx: Pick<Context, 'db' | 'clock'> & { readonly actor?: Actor },
  write: (db: Db) => Promise<T>,
  entriesOf: (result: T) => readonly AuditEntry[],
): Promise<T> {
  const { db, clock, actor } = ctx
  if (!actor) return write(db)
  return db.transaction().execute(async trx => {
    const result = await write(trx)
    for (const entry of entriesOf(result)) await recordAudit({ db: trx, clock, actor }, entry)
    return result
  })
}

function actorName(actor: Actor): string {
  switch (actor.kind) {
    case 'anonymous':
      return ''
    case 'member':
      return actor.id
    case 'staff':
      return actor.email
    case 'system':
      return actor.name
    case 'partner':
      return actor.slug
  }
}

const jsonOf = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value))
