import { type EventResource, type EventType, eventTypes } from '@dineward/core/events/event-types.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import type { Clock } from '@dineward/core/shared/clock.ts'
import { beforeCommit, notesOf } from '../../db/before-commit.ts'
import type { Db } from '../../db/open-database.ts'
import { newId } from '../../new-id.ts'
import { readBalances } from '../partner-api/resources.read.ts'
import { resourceReaders } from './event-resources.read.ts'
import { insertEvents, type NewEvent, selectLastData, takeSequences } from './record-events.repository.ts'

export interface RecordingContext {
  readonly db: Db
  readonly partner: Partner
  readonly clock: Pick<Clock, 'now'>
}

export interface Change {
  readonly type: EventType
  /** The id of the resource that changed. */
  readonly id: string
  /** Null where it is of no member. */
  readonly memberId: string | null
  /** Only where the resource cannot be read any more. */
  readonly data?: Fields
}

type Fields = Readonly<Record<string, unknown>>
type Noted = Change & { readonly partner: Partner; readonly at: Date }

const isWatched = new WeakSet<Db>()

/**
 * In the transaction of the change. Its events are written at the end of it, all together, with each resource as it is
 * then: what changes twice in a transaction is told once.
 */
export function recordEvents({ db, partner, clock }: RecordingContext, changes: readonly Change[]): void {
  if (!partner.settings.recordsEvents || changes.length === 0) return
  if (!isWatched.has(db)) {
    beforeCommit(db, () => writeEvents(db))
    isWatched.add(db)
  }
  const noted = notesOf<Noted>(db)
  for (const change of changes) {
    const key = `${partner.slug} ${change.type} ${change.id}`
    noted.delete(key)
    noted.set(key, { ...change, partner, at: clock.now() })
  }
}

/** A fixed number of statements, and one for each kind of resource of a program. */
async function writeEvents(db: Db): Promise<void> {
  const noted = withoutPlainBalances([...notesOf<Noted>(db).values()])
  if (noted.length === 0) return
  const events: NewEvent[] = []
  // Members are locked here: what is read below is what others find who come after.
  const sequences = await takeSequences(db, noted.map(ownerOf))
  for (const [partner, ofPartner] of Map.groupBy(noted, one => one.partner)) {
    const resources = await readResources(db, partner, ofPartner)
    const memberIds = new Set(ofPartner.flatMap(({ memberId }) => memberId ?? []))
    const balances = await readBalances(db, partner, [...memberIds])
    for (const one of ofPartner) {
      const data = one.data ?? resources.get(one)
      if (!data) throw new Error(`There is no ${eventTypes[one.type]} ${one.id} to tell of (${one.type}).`)
      const owner = ownerOf(one)
      events.push({
        partnerId: partner.slug,
        id: `evt_${newId()}`,
        type: one.type,
        subject: one.id,
        memberId: one.memberId,
        sequence: sequences(owner),
        occurredAt: one.at,
        data,
        balance: one.memberId === null ? null : (balances.get(one.memberId) ?? null),
      })
    }
  }
  const last = await selectLastData(db, events)
  await insertEvents(
    db,
    events.map(event => ({ ...event, previous: previousOf(event, last) })),
  )
}

/** Every event of a member tells the balance. */
function withoutPlainBalances(noted: readonly Noted[]): readonly Noted[] {
  const told = new Set(noted.flatMap(({ type, memberId }) => (type === 'balance.changed' ? [] : [memberId])))
  return noted.filter(({ type, memberId }) => type !== 'balance.changed' || !told.has(memberId))
}

const ownerOf = ({ partner, memberId }: Noted) => ({ partnerId: partner.slug, memberId })

async function readResources(
  db: Db,
  partner: Partner,
  noted: readonly Noted[],
): Promise<ReadonlyMap<Noted, Fields>> {
  const found = new Map<Noted, Fields>()
  const toRead = noted.filter(one => one.data === undefined)
  for (const [kind, ofKind] of Map.groupBy(toRead, ({ type }): EventResource => eventTypes[type])) {
    const read = await resourceReaders[kind](
      db,
      partner,
      [...new Set(ofKind.map(({ id }) => id))],
      ofKind[0]!.at,
    )
    for (const one of ofKind) {
      const resource = read.get(one.id)
      if (resource) found.set(one, resource as Fields)
    }
  }
  return found
}

/** The fields that say something else now, as the last event of the resource had them. */
function previousOf(
  { partnerId, subject, type, data }: Omit<NewEvent, 'previous'>,
  last: ReadonlyMap<string, Fields>,
): Fields | null {
  const before = last.get(`${partnerId} ${subject}`)
  // Of an erased member nothing of before is told.
  if (!before || type === 'member.erased') return null
  const changed = Object.keys({ ...before, ...data }).filter(
    name => JSON.stringify(before[name] ?? null) !== JSON.stringify(data[name] ?? null),
  )
  return Object.fromEntries(changed.map(name => [name, before[name] ?? null]))
}
