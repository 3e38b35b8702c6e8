import { roundMiles } from '@dineward/core/merchants/distance.rules.ts'
import { merchantSummarySchema } from '@dineward/core/merchants/merchants.contract.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import type { Context } from '../../context.ts'
import { merchantSummary, type SummaryRow } from './merchant-view.ts'

/** A summary up to its distance, and from there on: bytes, since turning text into bytes is most of what sending it costs. */
interface Prepared {
  readonly partner: Partner
  readonly quarter: number
  readonly head: Buffer
  readonly tail: Buffer
}

const kept = new WeakMap<SummaryRow, Prepared>()
const distance = '"distance":'

/**
 * A page of summaries for visitors who are not signed in, as a list in JSON. All of them read the same but for the
 * distance, so a summary is written once for a row that is kept, until the partner's settings or the day may have
 * changed: days begin at a quarter of an hour everywhere. What the contract does not declare is not in it.
 */
export function preparedSummaries(
  ctx: Context,
  page: readonly SummaryRow[],
  milesTo: (row: SummaryRow) => number | null,
): Buffer {
  const quarter = Math.floor(ctx.clock.now().getTime() / quarterMs)
  const parts = page.map(row => preparedOf(ctx, row, quarter))
  const room = parts.reduce((sum, { head, tail }) => sum + head.length + tail.length + longestNumber, 2)
  const list = Buffer.allocUnsafe(room)
  list[0] = openingBracket
  let at = 1
  for (const [place, { head, tail }] of parts.entries()) {
    if (place > 0) list[at++] = comma
    list.set(head, at)
    at += head.length
    const miles = milesTo(page[place]!)
    const text = miles === null ? 'null' : String(roundMiles(miles))
    for (let letter = 0; letter < text.length; letter++) list[at++] = text.charCodeAt(letter)
    list.set(tail, at)
    at += tail.length
  }
  list[at++] = closingBracket
  return list.subarray(0, at)
}

const [openingBracket, comma, closingBracket] = Buffer.from('[,]') as unknown as [number, number, number]
const quarterMs = 15 * 60_000
/** Half around the world in miles with two decimals, and a comma. */
const longestNumber = '12450.55,'.length

function preparedOf(ctx: Context, row: SummaryRow, quarter: number): Prepared {
  const { partner } = ctx
  const before = kept.get(row)
  if (before?.partner === partner && before.quarter === quarter) return before
  const summary = merchantSummarySchema.parse(merchantSummary({ ...ctx, member: null }, row, null))
  // In a name the quotes would be escaped: this stands once.
  const [head = '', tail = ''] = JSON.stringify(summary).split(`${distance}null`)
  const prepared = { partner, quarter, head: Buffer.from(head + distance), tail: Buffer.from(tail) }
  kept.set(row, prepared)
  return prepared
}
