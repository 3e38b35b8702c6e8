import type { Clock } from '@dineward/core/shared/clock.ts'
import type { Context } from '../../context.ts'
import type { ContentStore } from '../content/content-store.service.ts'
import { listMails } from '../mail/mail.service.ts'
import { recordAudit } from '../staff/audit.service.ts'
import { listTexts } from '../text-messages/text-messages.service.ts'

export async function lookBehind(ctx: Context, content: ContentStore) {
  const kinds = await content.contentOf(ctx.partner)
  const mails = await listMails(ctx)
  const texts = await listTexts(ctx)
  return {
    ...readClock(ctx.clock),
    settings: ctx.partner.settings,
    content: Object.entries(kinds).map(([kind, entries]) => ({
      kind,
      entries: entries.map(({ slug, fields }) => ({ slug, fields })),
    })),
    mails: mails.map(({ id, recipient, subject, textBody, createdAt, sentAt, lastError }) => ({
      id,
      recipient,
      subject,
      text: textBody,
      createdAt: createdAt.toISOString(),
      sentAt: sentAt?.toISOString() ?? null,
      lastError,
    })),
    texts: texts.map(({ id, recipient, body, createdAt, sentAt, lastError }) => ({
      id,
      recipient,
      text: body,
      createdAt: createdAt.toISOString(),
      sentAt: sentAt?.toISOString() ?? null,
      lastError,
    })),
  }
}

/** The clock moves for all partners; null returns to the machine's time. */
export async function setClock(
  ctx: Context,
  now: string | null,
  moveClock: ((moment: Date | null) => void) | null,
): Promise<void> {
  const before = readClock(ctx.clock)
  await recordAudit(ctx, { action: 'clock.set', subject: 'clock', partnerId: null, before, after: { now } })
  moveClock?.(now === null ? null : new Date(now))
}

export function readClock(clock: Clock): { now: string; clockShiftMs: number } {
  const now = clock.now()
  return { now: now.toISOString(), clockShiftMs: now.getTime() - Date.now() }
}
