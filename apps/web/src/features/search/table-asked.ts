import { bookingProvider } from '@dineward/core/partner/partner-questions.ts'
import {
  type UsualTable,
  usualPartySize,
  usualTable,
  usualTime,
  zoneNear,
} from '@dineward/core/reservations/usual-table.rules.ts'
import type { AppContext } from '../../app-context.ts'
import { serverNow } from '../../lib/api/server-time.ts'
import { readStored, writeStored } from '../../lib/browser/stored.ts'
import type { AskedTable } from '../../lib/listed-merchant.ts'
import type { SearchState } from './search-address.ts'

export type When = Pick<SearchState, 'date' | 'time' | 'partySize'>

export const noChoice: When = { date: '', time: '', partySize: null }

/** They are the names of the fields. */
export const tableFields: readonly string[] = ['date', 'time', 'partySize']

export const productNow = (app: AppContext): Date => new Date(serverNow() + app.clockShiftMs)

/** It is null where the partner books no tables here. */
export function usualTableAt(
  app: AppContext,
  place: { readonly latitude: number; readonly longitude: number },
): UsualTable | null {
  if (bookingProvider(app.partner) !== 'book') return null
  return usualTable(zoneNear(place), productNow(app))
}

/** What the search does not say is as usual. */
export function tableAsked(when: When, usual: UsualTable | null): AskedTable | null {
  if (!usual) return null
  return {
    date: when.date || usual.date,
    time: when.time || (when.date ? usualTime : usual.time),
    partySize: when.partySize ?? usualPartySize,
  }
}

export const isSameTable = (a: AskedTable, b: AskedTable): boolean =>
  a.date === b.date && a.time === b.time && a.partySize === b.partySize

/** The usual values stay out of the address. */
export function unlessUsual(chosen: When, usual: UsualTable | null): When {
  const [asked, shown] = [tableAsked(chosen, usual), tableAsked(noChoice, usual)]
  return asked && shown && isSameTable(asked, shown) ? noChoice : chosen
}

const storageKey = 'table-asked'

export function rememberTable({ date, time, partySize }: AskedTable): void {
  writeStored(storageKey, new URLSearchParams({ date, time, partySize: String(partySize) }).toString())
}

/** A past day is forgotten, the party is not. `read` is what reads an address. */
export function rememberedTable(read: (params: URLSearchParams) => When, usual: UsualTable): When | null {
  const stored = readStored(storageKey)
  if (stored === null) return null
  const { date, time, partySize } = read(new URLSearchParams(stored))
  const isToCome = date >= usual.date
  return { date: isToCome ? date : '', time: isToCome ? time : '', partySize }
}
