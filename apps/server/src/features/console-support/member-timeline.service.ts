import type { DineStatus } from '@dineward/core/activity/dine-statuses.ts'
import {
  type TimelineEntry,
  type TimelineKind,
  timelineKinds,
} from '@dineward/core/console-support/timeline.contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { auditActionName } from '@dineward/core/staff/audit-actions.ts'
import type { StaffContext } from '../../context.ts'
import { pageOf, readCursor } from '../../http/cursors.ts'
import { explainDine, explainReason } from '../activity/activity.service.ts'
import { readTimeline, type TimelinePlace, type TimelineRow } from './member-timeline.read.ts'

interface TimelineQuery {
  readonly kinds?: string | undefined
  readonly after?: string | undefined
  readonly limit: number
}

/** @param ctx of the member's program. @throws `forbidden` for a kind that the role does not show, `validation_failed` */
export async function listTimeline(
  ctx: StaffContext,
  memberId: string,
  { kinds: asked, after, limit }: TimelineQuery,
) {
  const kinds = (Object.keys(timelineKinds) as TimelineKind[]).filter(kind =>
    timelineKinds[kind].some(permission => ctx.actor.permissions.includes(permission)),
  )
  const wanted = asked === undefined ? kinds : ([...new Set(asked.split(','))] as TimelineKind[])
  if (!wanted.every(kind => kinds.includes(kind))) throw new AppError('forbidden')
  const rows = await readTimeline(ctx.db, {
    partnerId: ctx.partner.slug,
    memberId,
    kinds: wanted,
    after: placeOf(after),
    limit: limit + 1,
  })
  const next = pageOf(rows, limit, ({ at, kind, id }) => [at, kind, id])
  return { items: next.page.map(entryOf(ctx)), after: next.after, kinds }
}

/** @throws `validation_failed` */
function placeOf(after: string | undefined): TimelinePlace | null {
  const place = readCursor(after, 1)
  if (!place) return null
  const [kind = '', ...id] = place.rest.split('~')
  return { at: place.times[0]!, kind, id: id.join('~') }
}

function entryOf(ctx: StaffContext): (row: TimelineRow) => TimelineEntry {
  const [explain, explainPayout] = [explainDine(ctx), explainReason(ctx)]
  return ({ reasonCode, ...row }) => {
    const at = `${row.at.slice(0, 23)}Z`
    if (row.kind === 'dine') return { ...row, at, detail: explain(reasonCode, row.state as DineStatus).text }
    if (row.kind === 'payout')
      return { ...row, at, detail: explainPayout(reasonCode, 'payout.reason')?.text ?? null }
    if (row.kind === 'change') return { ...row, at, title: auditActionName(row.title) }
    return { ...row, at }
  }
}
