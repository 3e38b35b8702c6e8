import { type BookingGateway, BookingRefused } from './booking.ts'

/** OpenTable's public interface is a link or widget, so there are no times and no bookings here. */
export function openTableByLink(): BookingGateway {
  const refuse = () => Promise.reject(new BookingRefused('not_bookable'))
  return { deadlineMs: 5_000, availability: async () => [], hold: refuse, book: refuse, cancel: refuse }
}
