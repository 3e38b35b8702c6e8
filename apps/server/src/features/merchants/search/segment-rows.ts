import type { SummaryRow } from '../merchant-view.ts'
import { dateOfDay } from './local-days.ts'
import { type MerchantText, type MerchantTexts, readText } from './merchant-texts.ts'
import { benefitDaysOf, priceOf, takesBookings } from './search-facts.ts'
import { noBonus, type Segment } from './segment.ts'
import { leftDay } from './segment-days.ts'

/** Texts that were read of late: pages of one place are asked for again and again. */
export function createTextReader(texts: MerchantTexts): (number: number) => MerchantText {
  const kept = new Map<number, MerchantText>()
  return number => {
    let text = kept.get(number)
    if (text) return text
    text = readText(texts, number)
    if (kept.size >= keptAtMost) kept.clear()
    kept.set(number, text)
    return text
  }
}
const keptAtMost = 20_000

/** A row as the database would tell it. */
export function summaryRow(segment: Segment, row: number, text: MerchantText): SummaryRow {
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
