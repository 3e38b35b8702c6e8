import type { ImportedMerchant } from '@dineward/core/merchant-import/merchant-import.rules.ts'
import { localDateAt } from '@dineward/core/shared/local-date.ts'
import { endMids, refreshStatistics, upsertMerchants } from '../merchants/merchants.import.ts'
import { type CurrentMerchant, selectCurrent, selectVisited } from './import-changes.read.ts'
import {
  lockRun,
  markUndone,
  type RowOfRun,
  type RunRow,
  selectRowsToUndo,
  updateRun,
} from './import-runs.repository.ts'
import { merchantFormats } from './merchant-formats.import.ts'
import { type ImportServices, refuseOwned } from './merchant-import.service.ts'
import { comparedFields, isSame, ofTerms } from './preview-rows.service.ts'

const batchSize = 500

/** Goes on after the rows that an earlier try has put back, or kept. */
export async function undoRun(services: ImportServices, run: RunRow): Promise<void> {
  const { db, clock } = services
  let step: 'more' | 'done' | 'stopped'
  do step = await db.transaction().execute(trx => undoBatch({ ...services, db: trx }, run))
  while (step === 'more')
  if (step === 'stopped') return
  await refreshStatistics(db)
  await updateRun(db, run, ['undoing'], { state: 'undone', progress: 1, finishedAt: clock.now() })
}

/** What a row puts back, or why it is kept. */
type Undo = { readonly line: number } & (
  | { readonly merchant: ImportedMerchant; readonly endedMid: string | null }
  | { readonly kept: string }
)

async function undoBatch({ db, clock }: ImportServices, run: RunRow): Promise<'more' | 'done' | 'stopped'> {
  if (!(await lockRun(db, run, 'undoing'))) return 'stopped'
  const rows = await selectRowsToUndo(db, run, batchSize)
  if (rows.length === 0) return 'done'
  const merchants = rows.map(({ merchant }) => merchant!)
  const current = await selectCurrent(db, merchants, run)
  const { partnerId } = run
  const since = new Date(Math.min(...rows.map(({ appliedAt }) => appliedAt!.getTime())))
  const visited = await selectVisited(db, { partnerId, merchantIds: merchants.map(({ id }) => id), since })
  const now = clock.now()
  const undos = rows.map(row => {
    const is = current.get(row.merchant!.id)
    return decideUndo(row, { run, is, isVisited: visited.has(row.merchant!.id), now })
  })
  const puts = undos.flatMap(undo => ('merchant' in undo ? [undo] : []))
  const refused = new Map(
    (await refuseOwned(db, puts)).flatMap(row => ('refused' in row ? [[row.line, row.refused]] : [])),
  )
  const put = puts.filter(({ line }) => !refused.has(line))
  await upsertMerchants(
    db,
    put.map(({ merchant }) => merchant),
    { partnerId, columns: merchantFormats.standard.columns, changesTerms: true, now },
  )
  await endMids(
    db,
    put.flatMap(({ merchant: { id, timezone }, endedMid }) =>
      endedMid === null ? [] : [{ mid: endedMid, merchantId: id, today: localDateAt(timezone, now) }],
    ),
  )
  const keptOf = (undo: Undo) => ('kept' in undo ? undo.kept : (refused.get(undo.line) ?? null))
  await markUndone(
    db,
    run,
    undos.map(undo => ({ line: undo.line, kept: sentence(keptOf(undo)) })),
  )
  return 'more'
}

const sentence = (kept: string | null) => (kept === null ? null : `Not put back: ${kept}.`)

interface Situation {
  readonly run: RunRow
  readonly is: CurrentMerchant | undefined
  readonly isVisited: boolean
  readonly now: Date
}

/** A restaurant that the import added leaves; others get back what it changed. */
function decideUndo(row: RowOfRun, { run, is, isVisited, now }: Situation): Undo {
  const { line, outcome, changes } = row
  const imported = row.merchant!
  if (!is?.takesPart) return { line, kept: 'it does not take part any more' }
  const isAdded = outcome === 'added'
  const written = comparedFields.filter(
    field =>
      (isAdded && (field !== 'mid' || imported.mid !== null)) || changes.some(one => one.field === field),
  )
  const changed = written.filter(field => !isSame(is[field], imported[field]))
  if (changed.length > 0) return { line, kept: `someone changed ${changed.join(', ')} since` }
  if (isAdded && isVisited) return { line, kept: 'it has a dine or a reservation since' }
  const facts = changes.filter(({ field }) => field !== 'photos' && !ofTerms.has(field))
  if (run.editorPrograms !== null && is.isInOtherPrograms && facts.length > 0)
    return { line, kept: 'it also takes part in other programs' }
  const before = Object.fromEntries(changes.map(({ field, before }) => [field, before]))
  const isNew = isAdded && changes.length === 0
  const mid = 'mid' in before ? (before.mid as string | null) : null
  return {
    line,
    endedMid: isNew || ('mid' in before && mid === null) ? imported.mid : null,
    merchant: {
      ...imported,
      ...Object.fromEntries(comparedFields.map(field => [field, is[field]])),
      ...Object.fromEntries(facts.map(one => [one.field, one.before])),
      ...termsBefore(row, { is, now }),
      mid,
    },
  }
}

/** One that had joined again leaves today: dines of the days between go by its terms. */
function termsBefore(row: RowOfRun, { is, now }: { is: CurrentMerchant; now: Date }) {
  const today = localDateAt(is.timezone, now)
  const benefitDays = is.benefitDays!
  if (row.outcome === 'added') return { benefitDays, leftOn: today }
  const before = new Map(row.changes.map(({ field, before }) => [field, before]))
  const leftOn = (before.has('leftOn') ? before.get('leftOn') : is.leftOn) as string | null
  const hasLeft = (date: string | null) => date !== null && date <= today
  return {
    benefitDays: (before.get('benefitDays') ?? benefitDays) as readonly string[],
    leftOn: hasLeft(leftOn) && !hasLeft(is.leftOn) ? today : leftOn,
  }
}
