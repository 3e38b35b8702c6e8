import type { SandboxSeat } from './sandbox-dine.read.ts'

/** One dine, which each network reports in its own events. */
export interface DineEvents {
  readonly card: NonNullable<SandboxSeat['card']>
  readonly merchant: NonNullable<SandboxSeat['merchant']>
  /** This is the authorization's amount. The clearing adds the tip. */
  readonly amountCents: number
  readonly tipCents: number
  readonly at: Date
  readonly noClearing?: boolean
  readonly refundCents?: number
}

export interface Sender {
  readonly publicUrl: string
  readonly secret: string
  readonly now: Date
}

export interface SignedRequest {
  /** The name of the event, or its status. */
  readonly event: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}
