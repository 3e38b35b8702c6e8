import type { Actor, Context } from '../../context.ts'
import { insertAuditEntry } from './audit.repository.ts'

/** What can be found in the audit log, as `subject.verb`. */
export type AuditAction =
  | 'booking.allow'
  | 'booking.ban'
  | 'clock.set'
  | 'photo.add'
  | 'photo.remove'
  | 'setting.set'
  | 'setting.unset'
  | 'staff.add'
  | 'staff.remove'
  | 'staff.renewPassword'
  | 'staff.signIn'
  | 'staff.signOut'

export interface AuditEntry {
  readonly action: AuditAction
  /** What was written: an email, the name of a setting. */
  readonly subject: string
  /** Null: of all partners. */
  readonly partnerId: string | null
  readonly before?: unknown
  readonly after?: unknown
  readonly reason?: string
}

export type AuditContext = Pick<Context, 'db' | 'clock' | 'actor'>

/** Record a write of staff or an operator, in the transaction of that write. */
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
