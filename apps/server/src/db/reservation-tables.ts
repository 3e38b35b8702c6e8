/** Tables, leases and bookings of the built-in book (migration 005). */
export type ReservationTables = Record<never, never>
