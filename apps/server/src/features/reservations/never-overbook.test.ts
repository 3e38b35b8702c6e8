import { AppError } from '@dineward/core/shared/errors.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MemberContext } from '../../context.ts'
import { newMember } from '../../testing/factories.ts'
import { longTest } from '../../testing/long-test.ts'
import { joinProgramOf, newBookableMerchant } from '../../testing/restaurant-book.ts'
import { sampleSize } from '../../testing/sample-size.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { resumeSession, startSession } from '../identity/sessions/sessions.service.ts'
import { bookTable } from './booking/book-table.service.ts'
import { changeReservation } from './booking/change-reservation.service.ts'
import { holdTable } from './booking/hold-table.service.ts'
import { type ModelBook, newModel, type Step, seatingMinutes } from './model-for-test.ts'
import { cancelReservation } from './reservations.service.ts'

/*
 * Two tables, three members of two partners, and whatever they do: the book must come to the same as a model of a page
 * that knows no database, and no table may ever be two parties' at once.
 */

const app = await createTestApp()
const { db } = app.database
const seats = [2, 4]
const slots = ['20260312T2200Z', '20260312T2230Z', '20260312T2300Z', '20260312T2330Z', '20260313T0000Z']
const start = new Date('2026-03-10T18:00:00Z')

const [partner, elsewhere] = [app.newPartner(), app.newPartner()]
const { id: merchantId } = await newBookableMerchant(app, partner, { seats, terms: { seatingMinutes } })
await joinProgramOf(app, elsewhere, merchantId)
const members = await Promise.all([partner, partner, elsewhere].map(memberOf))

async function memberOf(of: typeof partner): Promise<MemberContext> {
  app.clock.set(start)
  const ctx = app.context(of)
  const { token } = await startSession(ctx, { memberId: (await newMember(app, of)).id, remember: false })
  const session = await resumeSession(ctx, token)
  if (!session) throw new Error('a session that was just begun is none')
  return { ...ctx, actor: session.member }
}

async function emptyBook(): Promise<void> {
  app.clock.set(start)
  await db.deleteFrom('tableSlots').where('merchantId', '=', merchantId).execute()
  await db.deleteFrom('reservations').where('merchantId', '=', merchantId).execute()
  await db.deleteFrom('tableHolds').where('merchantId', '=', merchantId).execute()
}

interface Played {
  readonly holdIds: Map<number, string>
  /** Ids of each member's bookings, in the order they were made. */
  readonly booked: Map<number, string[]>
  keys: number
}

/** Does one step, and answers how it ended. */
async function play(step: Step, played: Played): Promise<string> {
  if (step.kind === 'wait') {
    app.clock.advance(step.minutes * 60_000)
    return 'waited'
  }
  const ctx = members[step.member]!
  if (step.kind === 'cancel' || step.kind === 'change') {
    const ids = played.booked.get(step.member) ?? []
    const id = ids[step.which % Math.max(1, ids.length)]
    if (id === undefined) return 'nothing'
    const origin = 'http://localhost'
    if (step.kind === 'cancel') return outcome(() => cancelReservation(ctx, { id, origin }))
    const change = { slotId: slots[step.slot]!, partySize: step.partySize }
    return outcome(() => changeReservation(ctx, { id, change, origin }))
  }
  const wish = { merchantId, slotId: slots[step.slot]!, partySize: step.partySize }
  if (step.kind === 'hold')
    return outcome(async () => {
      played.holdIds.set(step.member, (await holdTable(ctx, wish)).id)
    })
  const holdId = step.withHold ? (played.holdIds.get(step.member) ?? 'none') : undefined
  const key = `key-${played.keys++}`
  return outcome(async () => {
    const { id } = await bookTable(ctx, { booking: { ...wish, holdId }, key, origin: 'http://localhost' })
    played.booked.set(step.member, [...(played.booked.get(step.member) ?? []), id])
  })
}

async function outcome(call: () => Promise<unknown>): Promise<string> {
  try {
    await call()
    return 'done'
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

/** It lists every booked or held table and its time. */
async function whatStands(): Promise<string[]> {
  const rows = await db
    .selectFrom('reservations')
    .select(['memberId', 'tableNo', 'startsAt', 'partySize'])
    .where('merchantId', '=', merchantId)
    .where('status', '=', 'booked')
    .execute()
  const numberOf = (memberId: string) => members.findIndex(({ actor }) => actor.id === memberId)
  return rows
    .map(row => `${numberOf(row.memberId)} ${row.tableNo} ${row.startsAt.toISOString()} ${row.partySize}`)
    .toSorted()
}

/** Read from the reservations alone, without the table that is there to prevent it. */
async function expectNobodySitsOnAnother(): Promise<void> {
  const rows = await db
    .selectFrom('reservations')
    .select(['tableNo', 'startsAt', 'endsAt', 'partySize'])
    .where('merchantId', '=', merchantId)
    .where('status', '=', 'booked')
    .execute()
  for (const [i, one] of rows.entries()) {
    expect(one.partySize).toBeLessThanOrEqual(seats[one.tableNo! - 1]!)
    for (const other of rows.slice(i + 1))
      if (one.tableNo === other.tableNo)
        expect(one.startsAt >= other.endsAt || other.startsAt >= one.endsAt).toBe(true)
  }
}

const member = fc.integer({ min: 0, max: 2 })
const slot = fc.integer({ min: 0, max: slots.length - 1 })
const partySize = fc.integer({ min: 1, max: 4 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('hold' as const), member, slot, partySize }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('book' as const),
      member,
      slot,
      partySize,
      withHold: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('cancel' as const), member, which: fc.nat({ max: 3 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      member,
      which: fc.nat({ max: 3 }),
      slot,
      partySize,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), minutes: fc.constantFrom(2, 6) }) },
)

test('stories of holding, booking, giving back and waiting end as the model says', longTest, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async steps => {
      await emptyBook()
      const model: ModelBook = newModel(seats, slots.map(readSlot), start)
      const played: Played = { holdIds: new Map(), booked: new Map(), keys: 0 }
      for (const one of steps) {
        const expected = model.play(one)
        expect(await play(one, played), JSON.stringify(one)).toBe(expected)
      }
      expect(await whatStands()).toEqual(model.whatStands())
      await expectNobodySitsOnAnother()
    }),
    { numRuns: sampleSize(150, 1_000) },
  )
})

test('stories that happen all at once never seat two parties at one table', longTest, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async steps => {
      await emptyBook()
      const played: Played = { holdIds: new Map(), booked: new Map(), keys: 0 }
      const results = await Promise.allSettled(steps.map(one => play(one, played)))
      expect(results.filter(({ status }) => status === 'rejected')).toEqual([])
      await expectNobodySitsOnAnother()
    }),
    { numRuns: sampleSize(40, 100) },
  )
})

function readSlot(slotId: string): Date {
  return new Date(slotId.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:00Z'))
}
