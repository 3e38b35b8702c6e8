import { createHash } from 'node:crypto'
import type { DineStatus } from '@dineward/core/activity/dine-statuses.ts'
import type { Why } from '@dineward/core/console-support/transactions.contract.ts'
import { copyText } from '@dineward/core/partner/copy.ts'
import type { CopyKey } from '@dineward/core/partner/default-copy.ts'
import { partnerPlaceholders } from '@dineward/core/partner/partner-placeholders.ts'
import { formatReward } from '@dineward/core/partner/partner-questions.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { formatCents, formatDate, formatList } from '@dineward/core/shared/format.ts'
import type { StaffContext } from '../../context.ts'
import { queueMail } from '../mail/mail.service.ts'
import { findMailAddress } from '../members/members.service.ts'
import { recordMemberAudit } from '../staff/audit.service.ts'
import type { WhyDineRow, WhyRewardRow } from './transaction-why.read.ts'

/* What a member is told about a transaction, in the words of the program. Staff may change it before it is sent. */

export function answerAboutDine(
  ctx: StaffContext,
  dine: Pick<WhyDineRow, 'firstName' | 'merchantName' | 'at' | 'decision'> & {
    readonly status: DineStatus
    readonly units: number
    readonly ticketCents: number
    readonly parts: Why['parts']
    readonly reason: string
  },
): string {
  const { firstName, merchantName, at, decision, units, ticketCents, parts, reason, status } = dine
  const reward = (count: number) => formatReward(ctx.partner, count)
  const earned = parts.filter(part => part.units !== 0)
  const say = words(ctx, {
    'first name': firstName,
    merchant: merchantName,
    date: formatDate(at, 'long'),
    amount: formatCents(ticketCents, decision.facts.currency),
    reward: reward(units),
    parts: formatList(earned.map(part => `${reward(part.units)} (${part.text})`)),
  })
  const outcome = units === 0 ? 'none' : status === 'Pending' ? 'expected' : 'earned'
  return [
    say('mail.why.dine'),
    say(`mail.why.${outcome}`),
    ...(earned.length > 1 ? [say('mail.why.parts')] : []),
    reason,
  ].join(' ')
}

export function answerAboutReward(
  ctx: StaffContext,
  { firstName, description, units, at }: WhyRewardRow,
): string {
  const say = words(ctx, {
    'first name': firstName,
    merchant: description,
    date: formatDate(at, 'long'),
    reward: formatReward(ctx.partner, units),
  })
  return `${say('mail.why.reward')} ${say('mail.why.earned')}`
}

/** @returns false where mails to the member are held back. @throws `not_found` where no member is known */
export async function mailAnswer(
  ctx: StaffContext,
  {
    member,
    title,
    id,
    text,
    reason,
    origin,
  }: Pick<Why, 'member' | 'title' | 'id'> & {
    readonly text: string
    readonly reason: string
    readonly origin: string
  },
): Promise<boolean> {
  if (!member) throw new AppError('not_found')
  return ctx.db.transaction().execute(async db => {
    const inTransaction = { ...ctx, db }
    const recipient = await findMailAddress(inTransaction, member.id)
    const say = words(ctx, { merchant: title })
    const isQueued = await queueMail(inTransaction, {
      // A repeated call, such as a double click, mails nothing more.
      cause: `why:${id}:${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`,
      recipient,
      words: {
        subject: say('mail.why.subject'),
        preview: say('mail.why.preview'),
        title: say('mail.why.title'),
        paragraphs: text.split(/\n+/).filter(line => line.trim() !== ''),
        action: { text: say('mail.why.action'), url: `${origin}/account/recent_activity` },
        footer: say('mail.footer'),
      },
    })
    const after = { transactionId: id }
    const action = 'dine.answered'
    if (isQueued) await recordMemberAudit(inTransaction, { action, memberId: member.id, reason, after })
    return isQueued
  })
}

function words({ partner, clock }: StaffContext, values: Record<string, string>): (key: CopyKey) => string {
  const all = { ...partnerPlaceholders(partner, partner.copy['login.staySignedIn'], clock.now()), ...values }
  return key => copyText(partner.copy, key, all)
}
