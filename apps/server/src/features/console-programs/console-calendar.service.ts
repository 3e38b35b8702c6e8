import type { CalendarItem } from '@dineward/core/console-programs/calendar.contract.ts'
import type { ContentKind } from '@dineward/core/content/content-fields.ts'
import { conflictsOf, type PlacedEntry, placesOf } from '@dineward/core/content/places.rules.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import type { ConsoleContext } from '../../context.ts'
import { selectScheduledEntries, selectScheduledOffers } from './console-calendar.read.ts'

interface Days {
  readonly from: string
  readonly to: string
}

/** Of the programs that the actor may read. What is shown all the time is only among the conflicts. */
export async function readCalendar(ctx: ConsoleContext, days: Days): Promise<CalendarItem[]> {
  const partnerIds = ctx.allowed.map(({ slug }) => slug)
  const entries = await selectScheduledEntries(ctx.db, { partnerIds, ...days })
  const offers = await selectScheduledOffers(ctx.db, { partnerIds, ...days })
  return [
    ...entryItems(entries, ctx.clock.now()),
    ...ctx.allowed.flatMap(partner => bonusItems(partner, days)),
    ...offers.map(
      ({ partnerId, id, name, startsOn, endsOn }): CalendarItem => ({
        ...neverHidden,
        program: partnerId,
        type: 'offer',
        id,
        name,
        from: startsOn,
        until: endsOn,
      }),
    ),
  ]
}

const neverHidden = { version: null, isRemoval: false, conflicts: [] }

type ScheduledEntry = Awaited<ReturnType<typeof selectScheduledEntries>>[number]

function entryItems(rows: readonly ScheduledEntry[], now: Date): CalendarItem[] {
  const placed = withoutHidden(rows, now).map(row => ({ ...row, ...placeOf(row) }))
  return placed
    .filter(({ from, until }) => from !== null || until !== null)
    .map(one => {
      const others = conflictsOf(
        one,
        placed.filter(({ partnerId }) => partnerId === one.partnerId),
      )
      const { partnerId, kind, slug, version, name, fields, from, until } = one
      return {
        program: partnerId,
        type: 'entry',
        id: `${kind}/${slug}`,
        version,
        name: name.slice(0, 120),
        isRemoval: fields === null,
        from,
        until,
        conflicts: [...new Set(others.map(other => `${other.kind}/${other.slug}`))],
      }
    })
}

/** Below a version without an end no other is shown again. */
function withoutHidden(rows: readonly ScheduledEntry[], now: Date): ScheduledEntry[] {
  const covered = new Set<string>()
  return rows.filter(({ partnerId, kind, slug, shownFrom, shownUntil }) => {
    const entry = `${partnerId} ${kind}/${slug}`
    if (covered.has(entry)) return false
    if ((shownFrom === null || shownFrom <= now) && shownUntil === null) covered.add(entry)
    return true
  })
}

const placeOf = ({ kind, slug, fields, shownFrom, shownUntil }: ScheduledEntry): PlacedEntry => ({
  entry: `${kind}/${slug}`,
  places: placesOf(kind as ContentKind, fields ?? {}),
  from: shownFrom?.toISOString() ?? null,
  until: shownUntil?.toISOString() ?? null,
})

const bonusItems = ({ slug, settings }: Partner, days: Days): CalendarItem[] =>
  settings.bonuses
    .filter(({ from, to }) => from !== null || to !== null)
    .filter(({ from, to }) => (from === null || from <= days.to) && (to === null || to >= days.from))
    .map(({ code, from, to }) => ({
      ...neverHidden,
      program: slug,
      type: 'bonus',
      id: code,
      name: code,
      from,
      until: to,
    }))
