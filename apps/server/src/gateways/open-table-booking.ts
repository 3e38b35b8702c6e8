import { type BookingGateway, BookingRefused } from './booking.ts'

/**
 * OpenTable as any program can use it: people book there, by its link or its widget (`open-table.rules.ts`), so there
 * are no times to show here and nothing is booked through us. Its interface for partners would stand behind this port.
 */
export function openTableByLink(): BookingGateway {
  const refuse = () => Promise.reject(new BookingRefused('not_bookable'))
  return { deadlineMs: 5_000, availability: async () => [], hold: refuse, book: refuse, cancel: refuse }
}
