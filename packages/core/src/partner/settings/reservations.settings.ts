import * as z from 'zod/mini'
import { defineSetting, defineTopic } from './define-setting.ts'
import { count, positive } from './setting-types.ts'

export const reservationsTopic = defineTopic('Reservations', {
  hasReservationBonus: defineSetting({
    needsTwoPeople: true,
    schema: z.boolean(),
    default: false,
    seenBy: 'partnerFeatureFlags',
    label: 'Reservation bonus',
  }),
  reservations: {
    provider: defineSetting({
      schema: z.enum(['none', 'book', 'openTable']),
      default: 'none',
      seenBy: 'browser',
      label: 'Who keeps the book',
      help: 'The product itself, or OpenTable by link and widget. None: no tables are booked.',
    }),
    guests: defineSetting({
      schema: z.enum(['none', 'email', 'phone', 'both']),
      default: 'none',
      seenBy: 'browser',
      label: 'Guests book without an account',
      help: 'They confirm their email address, their phone number, or one of both, by a code. Only where the product keeps the book; texts need a sender.',
    }),
    slotCount: defineSetting({ schema: positive, default: 5, seenBy: 'browser', label: 'Times offered' }),
    maxPartySize: defineSetting({ schema: positive, default: 18, seenBy: 'browser', label: 'Largest party' }),
    bonusLeadHours: defineSetting({
      needsTwoPeople: true,
      schema: count,
      default: 6,
      seenBy: 'browser',
      label: 'Hours ahead for the bonus',
      help: 'A booking made later than this before the table earns no bonus.',
    }),
    bonusAmount: defineSetting({
      needsTwoPeople: true,
      schema: count,
      default: 50,
      seenBy: 'browser',
      label: 'Bonus, in units',
    }),
    overlapHours: defineSetting({
      schema: count,
      default: 2,
      seenBy: 'browser',
      label: 'Hours between two tables',
    }),
    maxDaysAhead: defineSetting({ schema: positive, default: 365, seenBy: 'browser', label: 'Days ahead' }),
    holdMinutes: defineSetting({
      schema: positive,
      default: 5,
      seenBy: 'browser',
      label: 'Minutes that a table is held',
    }),
    cancelLeadMinutes: defineSetting({
      schema: count,
      default: 60,
      seenBy: 'browser',
      label: 'Minutes ahead to cancel',
      help: 'Later than this before the table it is not canceled here.',
    }),
  },
})
