import { roundMiles } from '@dineward/core/merchants/distance.rules.ts'
import { merchantSummarySchema } from '@dineward/core/merchants/merchants.contract.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { anonymous, type Context } from '../../context.ts'
import { merchantSummary, type SummaryRow } from '../merchants/merchants.view.ts'
import { answerBytes } from './answer-bytes.view.ts'

/** A summary up to its distance, which comes last: bytes, since turning text into bytes is most of what sending it costs. */
interface Prepared {
  readonly partner: Partner
  readonly quarter: number
  readonly head: Buffer
}

const kept = new WeakMap<SummaryRow, Prepared>()

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
  let most = opening.length + bytesOfUnit * rest.length + ending.length
  for (const { head } of parts) most += head.length + longestNumber
  return answerBytes(most, bytes => {
    bytes.set(opening)
    let at = opening.length
    for (let place = 0; place < parts.length; place++) {
      const { head } = parts[place]!
      bytes.set(head, at)
      at += head.length
      const miles = milesTo(page[place]!)
      const text = miles === null ? 'null' : String(roundMiles(miles))
      for (let letter = 0; letter < text.length; letter++) bytes[at++] = text.charCodeAt(letter)
      bytes[at++] = closingBrace
      bytes[at++] = comma
    }
    if (parts.length > 0) at -= 1
    return at + bytes.write(`],${rest}}`, at)
  })
}

const opening = Buffer.from('{"merchants":[')
const ending = '],}'
const [closingBrace, comma] = Buffer.from('},') as unknown as [number, number]
/** What a unit of text takes at most in UTF-8. */
const bytesOfUnit = 3
const quarterMs = 15 * 60_000
/** Half around the world in miles with two decimals, and what comes after it. */
const longestNumber = '12450.55},'.length

function preparedOf(ctx: Context, row: SummaryRow, quarter: number): Prepared {
  const { partner } = ctx
  const before = kept.get(row)
  if (before?.partner === partner && before.quarter === quarter) return before
  const { distance: _, ...summary } = merchantSummarySchema.parse(
    merchantSummary({ ...ctx, actor: anonymous }, row, null),
  )
  const head = Buffer.from(`${JSON.stringify(summary).slice(0, -1)},"distance":`)
  const prepared = { partner, quarter, head }
  kept.set(row, prepared)
  return prepared
}
