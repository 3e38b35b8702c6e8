import type { SummaryRow } from '../../merchants/merchants.view.ts'
import { benefitDaysOf, priceOf, takesBookings } from '../search-flags.rules.ts'
import { dateOfDay } from './local-days.snapshot.ts'
import { noBonus, type Segment } from './segment.snapshot.ts'
import { leftDay } from './segment-days.snapshot.ts'
import { type MerchantText, type MerchantTexts, readText } from './texts.snapshot.ts'

/** Rows as lists show them. Those read of late are kept: pages of one place are asked for again and again. */
export function createRowReader(segment: Segment, texts: MerchantTexts): (row: number) => SummaryRow {
  const kept = new Map<number, SummaryRow>()
  return row => {
    let summary = kept.get(row)
    if (summary) return summary
    summary = summaryRow(segment, row, readText(texts, segment.text[row]!))
    if (kept.size >= keptAtMost) kept.clear()
    kept.set(row, summary)
    return summary
  }
}
const keptAtMost = 20_000

/** A row as the database would tell it. */
function summaryRow(segment: Segment, row: number, text: MerchantText): SummaryRow {
  const [
    id,
    name,
    source,
    numberOfRatings,
    street,
    city,
    state,
    zipCode,
    neighborhood,
    level,
    openTableId,
    cuisines,
    photoCode,
  ] = text
  const { lists } = segment
  const facts = segment.facts[row]!
  const rating = segment.rating[row]!
  const left = leftDay(segment, row)
  const bonus = segment.bonus[row]!
  return {
    id,
    name,
    source,
    numberOfRatings,
    street,
    city,
    state,
    zipCode,
    neighborhood,
    openTableId,
    photoCode,
    acclaimedLevel: level,
    cuisines: cuisines as string[],
    campaignCodes: lists.campaigns[segment.campaigns[row]!] as string[],
    timezone: lists.timezones[segment.timezone[row]!]!,
    priceRange: priceOf(facts),
    rating: rating < 0 ? null : rating / 10,
    latitude: segment.latitude[row]!,
    longitude: segment.longitude[row]!,
    takesBookings: (facts & takesBookings) !== 0,
    joinedOn: dateOfDay(segment.joinedOn[row]!),
    leftOn: left === null ? null : dateOfDay(left),
    benefitDays: benefitDaysOf(facts),
    reservationBonus: bonus === noBonus ? null : bonus,
  }
}
