import { roundMiles } from '@dineward/core/merchants/distance.rules.ts'
import { merchantSummarySchema } from '@dineward/core/merchants/merchants.contract.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import type { Context } from '../../context.ts'
import { merchantSummary, type SummaryRow } from './merchant-view.ts'

/** A summary up to its distance, and from there on: bytes, since writing text as bytes is most of what sending it costs. */
interface Prepared {
  readonly partner: Partner
  readonly quarter: number
  readonly head: Buffer
  readonly tail: Buffer
}

const prepared = new WeakMap<SummaryRow, Prepared>()
const distance = '"distance":'

/**
 * A summary for visitors who are not signed in, as pieces of JSON. All of them read the same but for the distance, so it is written
 * once for a row that is kept, until the partner's settings or the day may have changed: days begin at a quarter of an
 * hour everywhere. What the contract does not declare is not in it.
 */
export function preparedSummary(ctx: Context, row: SummaryRow, miles: number | null): Buffer[] {
  const quarter = Math.floor(ctx.clock.now().getTime() / quarterMs)
  let parts = prepared.get(row)
  if (parts?.partner !== ctx.partner || parts.quarter !== quarter) {
    const summary = merchantSummarySchema.parse(merchantSummary({ ...ctx, member: null }, row, null))
    // In a name the quotes would be escaped: this stands once.
    const [head = '', tail = ''] = JSON.stringify(summary).split(`${distance}null`)
    parts = { partner: ctx.partner, quarter, head: Buffer.from(head + distance), tail: Buffer.from(tail) }
    prepared.set(row, parts)
  }
  return [parts.head, Buffer.from(miles === null ? 'null' : String(roundMiles(miles))), parts.tail]
}

const quarterMs = 15 * 60_000
