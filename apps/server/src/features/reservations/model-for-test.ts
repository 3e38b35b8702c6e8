/** A step is one action at a small restaurant. Members, slots and bookings are numbers. */
export type Step =
  | { readonly kind: 'hold'; readonly member: number; readonly slot: number; readonly partySize: number }
  | {
      readonly kind: 'book'
      readonly member: number
      readonly slot: number
      readonly partySize: number
      readonly withHold: boolean
    }
  | {
      readonly kind: 'change'
      readonly member: number
      readonly which: number
      readonly slot: number
      readonly partySize: number
    }
  | { readonly kind: 'cancel'; readonly member: number; readonly which: number }
  | { readonly kind: 'wait'; readonly minutes: number }

export const seatingMinutes = 90
const holdMinutes = 5
const overlapMinutes = 120

interface Sitting {
  readonly member: number
  readonly table: number
  readonly slot: number
  readonly partySize: number
}
interface Held extends Sitting {
  readonly until: number
}

export interface ModelBook {
  /** Answers how the step must end. */
  play(step: Step): string
  whatStands(): string[]
}

/** The reference model says the expected result of each call, without locks, slots or a database. */
export function newModel(seats: readonly number[], slots: readonly Date[], start: Date): ModelBook {
  let now = start.getTime() / 60_000
  const holds = new Map<number, Held>()
  /** By member, in the order they were made; a null was given back. */
  const booked = new Map<number, (Sitting | null)[]>()
  const standing = () => [...booked.values()].flat().filter(one => one !== null)
  const isNear = nearnessOf(slots)

  /** It is the smallest free table; the member's own hold does not count. */
  function tableFor(member: number, slot: number, partySize: number, changed?: Sitting): number | null {
    const others = [...holds.values()].filter(hold => hold.member !== member && hold.until > now)
    const isFree = (table: number) =>
      [...standing(), ...others].every(
        one => one === changed || one.table !== table || !isNear(one.slot, slot, seatingMinutes),
      )
    const found = seats.findIndex((count, table) => count >= partySize && isFree(table))
    return found === -1 ? null : found
  }

  const overlaps = (member: number, slot: number, changed?: Sitting) =>
    (booked.get(member) ?? []).some(one => one && one !== changed && isNear(one.slot, slot, overlapMinutes))

  function hold({ member, slot, partySize }: Step & { kind: 'hold' }): string {
    if (overlaps(member, slot)) return 'reservation_overlap'
    const table = tableFor(member, slot, partySize)
    if (table === null) return 'slot_unavailable'
    holds.set(member, { member, table, slot, partySize, until: now + holdMinutes })
    return 'done'
  }

  function book({ member, slot, partySize, withHold }: Step & { kind: 'book' }): string {
    if (overlaps(member, slot)) return 'reservation_overlap'
    const held = holds.get(member)
    if (withHold && !(held && held.until > now && held.slot === slot && held.partySize === partySize))
      return 'lease_expired'
    const table = withHold && held ? held.table : tableFor(member, slot, partySize)
    if (table === null) return 'slot_unavailable'
    holds.delete(member)
    booked.set(member, [...(booked.get(member) ?? []), { member, table, slot, partySize }])
    return 'done'
  }

  function change({ member, which, slot, partySize }: Step & { kind: 'change' }): string {
    const own = booked.get(member) ?? []
    if (own.length === 0) return 'nothing'
    const changed = own[which % own.length]
    if (!changed) return 'reservation_failed'
    if (changed.slot === slot && changed.partySize === partySize) return 'done'
    if (overlaps(member, slot, changed)) return 'reservation_overlap'
    const table = tableFor(member, slot, partySize, changed)
    if (table === null) return 'slot_unavailable'
    holds.delete(member)
    own[which % own.length] = { member, table, slot, partySize }
    return 'done'
  }

  function cancel({ member, which }: Step & { kind: 'cancel' }): string {
    const own = booked.get(member) ?? []
    if (own.length > 0) own[which % own.length] = null
    return own.length > 0 ? 'done' : 'nothing'
  }

  return {
    play(step) {
      if (step.kind === 'hold') return hold(step)
      if (step.kind === 'book') return book(step)
      if (step.kind === 'change') return change(step)
      if (step.kind === 'cancel') return cancel(step)
      now += step.minutes
      return 'waited'
    },
    whatStands: () =>
      standing()
        .map(one => inWords(one, slots))
        .toSorted(),
  }
}

function nearnessOf(slots: readonly Date[]) {
  const minuteOf = (slot: number) => slots[slot]!.getTime() / 60_000
  return (one: number, other: number, minutes: number) => Math.abs(minuteOf(one) - minuteOf(other)) < minutes
}

const inWords = ({ member, table, slot, partySize }: Sitting, slots: readonly Date[]) =>
  `${member} ${table + 1} ${slots[slot]!.toISOString()} ${partySize}`
