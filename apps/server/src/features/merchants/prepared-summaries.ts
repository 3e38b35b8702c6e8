import { roundMiles } from '@dineward/core/merchants/distance.rules.ts'
import { merchantSummarySchema } from '@dineward/core/merchants/merchants.contract.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import type { Context } from '../../context.ts'
import { answerBytes } from './answer-bytes.ts'
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
 * An answer for visitors who are not signed in: a page of summaries as `merchants`, and `rest`, the other members of the
 * object in JSON. Summaries read the same for all of them but for the distance, so one is written once for a row that is
 * kept, until the partner's settings or the day may have changed: days begin at a quarter of an hour everywhere. What the
 * contract does not declare is not in it.
 */
export function preparedAnswer(
  ctx: Context,
  page: readonly SummaryRow[],
  milesTo: (row: SummaryRow) => number | null,
  rest: string,
): Buffer {
  const quarter = Math.floor(ctx.clock.now().getTime() / quarterMs)
  const parts = page.map(row => preparedOf(ctx, row, quarter))
  const most = parts.reduce((sum, { head, tail }) => sum + head.length + tail.length + longestNumber, 0)
  return answerBytes(opening.length + most + bytesOfUnit * rest.length + ending.length, bytes => {
    let at = opening.copy(bytes)
    for (const [place, { head, tail }] of parts.entries()) {
      if (place > 0) bytes[at++] = comma
      at += head.copy(bytes, at)
      const miles = milesTo(page[place]!)
      const text = miles === null ? 'null' : String(roundMiles(miles))
      for (let letter = 0; letter < text.length; letter++) bytes[at++] = text.charCodeAt(letter)
      at += tail.copy(bytes, at)
    }
    at += bytes.write(`],${rest}}`, at)
    return at
  })
}

const opening = Buffer.from('{"merchants":[')
const ending = '],}'
const comma = ','.charCodeAt(0)
/** What a unit of text takes at most in UTF-8. */
const bytesOfUnit = 3
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
