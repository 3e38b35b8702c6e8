import { randomUUID } from 'node:crypto'
import { emulationMs, emulationPath, ticketMs } from '@dineward/core/emulation/emulation.rules.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { ConsoleContext, Context, MemberActor, StaffActor, StaffContext } from '../../context.ts'
import { hashToken, newToken } from '../identity/sessions/tokens.service.ts'
import { findMailAddress } from '../members/members.service.ts'
import { type AuditContext, recordAudit, recordMemberAudit } from '../staff/audit.service.ts'
import { findStaffById } from '../staff/staff.service.ts'
import { findEmulatedMember } from './emulated-member.read.ts'
import {
  type EndedEmulation,
  endEmulations,
  endExpiredEmulations,
  insertEmulation,
  openTicket,
} from './emulation.repository.ts'

/** @returns the address that a frame of the console opens, once. */
export async function startEmulation(
  ctx: StaffContext,
  {
    memberId,
    reason,
    origin,
    session,
  }: {
    memberId: string
    reason: string
    origin: string
    /** The token of the console session, with which it ends. */
    session: string
  },
): Promise<{ id: string; address: string; name: string }> {
  const { db, clock, partner, actor } = ctx
  const now = clock.now()
  const id = randomUUID()
  const ticket = newToken()
  const ticketExpiresAt = new Date(now.getTime() + ticketMs)
  const { firstName } = await findMailAddress(ctx, memberId)
  await db.transaction().execute(async trx => {
    await insertEmulation(trx, {
      id,
      partnerId: partner.slug,
      memberId,
      emulatedBy: actor.id,
      reason,
      ticketHash: hashToken(ticket),
      ticketExpiresAt,
      tokenHash: null,
      sessionHash: hashToken(session),
      expiresAt: ticketExpiresAt,
      createdAt: now,
      endedAt: null,
    })
    await recordMemberAudit(
      { ...ctx, db: trx },
      { action: 'account.emulation_started', memberId, reason, after: { id } },
    )
  })
  return { id, address: `${origin}${emulationPath}?token=${ticket}`, name: firstName }
}

/** @returns the token of the frame's cookie; null where the address was used, or is too old. */
export async function openEmulation(ctx: Context, ticket: string): Promise<string | null> {
  const now = ctx.clock.now()
  const token = newToken()
  const isOpened = await openTicket(ctx.db, {
    partnerId: ctx.partner.slug,
    ticketHash: hashToken(ticket),
    tokenHash: hashToken(token),
    expiresAt: new Date(now.getTime() + emulationMs),
    now,
  })
  return isOpened ? token : null
}

export function emulatedMember(
  { db, partner, clock }: Context,
  token: string,
  { withSummary = false }: { withSummary?: boolean } = {},
): Promise<MemberActor | null> {
  const now = clock.now()
  return findEmulatedMember(db, { partnerId: partner.slug, tokenHash: hashToken(token), now, withSummary })
}

/** By the exit of the member's site. */
export async function exitEmulation(ctx: Context, token: string): Promise<void> {
  const by = { tokenHash: hashToken(token) }
  await ctx.db.transaction().execute(async db => {
    const [ended] = await endEmulations(db, [ctx.partner.slug], by, ctx.clock.now())
    const staff = ended && (await findStaffById(db, ended.emulatedBy))
    if (!ended || !staff) return
    const { id, email, name } = staff
    const actor: StaffActor = {
      kind: 'staff',
      id,
      email,
      name,
      partners: [],
      permissions: [],
      grants: [],
      expiresAt: ctx.clock.now(),
    }
    await recordEnd({ ...ctx, db, actor }, ended)
  })
}

/** The staff member who started it stops it in the console. @returns false where it had ended. */
export async function stopEmulation(
  ctx: Pick<StaffContext, 'db' | 'clock' | 'actor'>,
  { id, slugs }: { id: string; slugs: readonly string[] },
): Promise<boolean> {
  if (id.includes('\0')) throw new AppError('not_found')
  return ctx.db.transaction().execute(async db => {
    const [ended] = await endEmulations(db, slugs, { id, emulatedBy: ctx.actor.id }, ctx.clock.now())
    if (ended) await recordEnd({ ...ctx, db }, ended)
    return ended !== undefined
  })
}

/** Of a console session that ends, in its transaction. */
export async function endEmulationsOfSession(
  ctx: AuditContext & Pick<ConsoleContext, 'partners'>,
  sessionHash: string,
): Promise<void> {
  for (const one of await endEmulations(ctx.db, slugsOf(ctx), { sessionHash }, ctx.clock.now()))
    await recordEnd(ctx, one)
}

/** A job records those that were not left, so that each start in the audit log has its end. @returns how many. */
export function recordExpiredEmulations(
  ctx: AuditContext & Pick<ConsoleContext, 'partners'>,
): Promise<number> {
  return ctx.db.transaction().execute(async db => {
    const ended = await endExpiredEmulations(db, slugsOf(ctx), ctx.clock.now())
    for (const one of ended) await recordEnd({ ...ctx, db }, one)
    return ended.length
  })
}

const slugsOf = ({ partners }: Pick<ConsoleContext, 'partners'>) => partners.all().map(({ slug }) => slug)

function recordEnd(ctx: AuditContext, { id, memberId, partnerId }: EndedEmulation): Promise<void> {
  return recordAudit(ctx, { action: 'account.emulation_ended', subject: memberId, partnerId, after: { id } })
}
