import * as z from 'zod/mini'
import { AppError } from '../shared/errors.ts'

const text = z.string().check(z.maxLength(1_000))

/** The part of Resend's webhook events (resend.com/docs/webhooks) that says who cannot or will not be written to. */
const resendEvent = z.object({
  type: text,
  created_at: z.pipe(
    text,
    z.transform((value, ctx) => {
      const time = new Date(value)
      if (!Number.isNaN(time.getTime())) return time
      ctx.issues.push({ code: 'custom', input: value, message: 'must be a time' })
      return z.NEVER
    }),
  ),
  data: z.object({
    from: text,
    to: z.array(text).check(z.maxLength(100)),
    bounce: z.optional(
      z.object({ type: z.optional(text), subType: z.optional(text), message: z.optional(text) }),
    ),
  }),
})

export interface DeliveryReport {
  /** The address of the sender, which says whose mail it was. */
  readonly sender: string
  readonly recipients: readonly string[]
  readonly kind: 'bounce' | 'complaint'
  readonly reason: string
  readonly reportedAt: Date
}

/** It is null for an event that marks no address, as a delivery or a full mailbox does. @throws `validation_failed`. */
export function readResendEvent(body: unknown): DeliveryReport | null {
  const { type } = parse(z.object({ type: text }), body)
  if (type !== 'email.bounced' && type !== 'email.complained') return null
  const { created_at: reportedAt, data } = parse(resendEvent, body)
  const { bounce } = data
  if (bounce?.type === 'Transient') return null
  const isComplaint = type === 'email.complained'
  return {
    sender: addressIn(data.from),
    recipients: data.to.map(addressIn),
    kind: isComplaint ? 'complaint' : 'bounce',
    reason: isComplaint ? 'marked as spam' : (bounce?.message ?? bounce?.subType ?? 'bounced'),
    reportedAt,
  }
}

function parse<S extends z.ZodMiniType>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body)
  if (!parsed.success) throw new AppError('validation_failed', { cause: parsed.error })
  return parsed.data
}

/** `Name <address>` or an address. */
const addressIn = (text: string): string => (/<([^<>]*)>\s*$/.exec(text)?.[1] ?? text).trim()
