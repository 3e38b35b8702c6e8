import type { ImportRow } from '@dineward/core/console-restaurants/restaurant-imports.contract.ts'
import type { ImportedMerchant } from '@dineward/core/merchant-import/merchant-import.rules.ts'
import { weekdays } from '@dineward/core/shared/local-date.ts'
import type { Insertable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { versionOf } from '../partner/value-version.rules.ts'
import { isWebPhoto } from '../photos/photo-import.service.ts'
import { type CurrentMerchant, selectCurrent } from './import-changes.read.ts'
import {
  addUnlisted,
  countRefused,
  insertRows,
  type RowOfRun,
  type RunRow,
} from './import-runs.repository.ts'
import type { ImportRunRowsTable } from './import-runs.tables.ts'
import { merchantFormats } from './merchant-formats.import.ts'
import { type ReadRow, refuseOwned } from './merchant-import.service.ts'

interface Run {
  readonly partnerId: string
  readonly id: string
  /** Null is for the staff of all programs. */
  readonly editorPrograms: readonly string[] | null
}

type PreviewedRow = Insertable<ImportRunRowsTable> & {
  readonly remark: string | null
  readonly changes: string
}

/** Refusals above these say nothing new: they are counted. */
const keptRefusals = 1_000

export async function keepRows(
  db: Db,
  run: Pick<RunRow, 'partnerId' | 'id'>,
  rows: readonly PreviewedRow[],
): Promise<void> {
  const [refused, others] = [true, false].map(is => rows.filter(row => (row.outcome === 'refused') === is))
  const room = Math.max(0, keptRefusals - (await countRefused(db, run)))
  await insertRows(db, [...others!, ...refused!.slice(0, room)])
  if (refused!.length > room) await addUnlisted(db, run, refused!.length - room)
}

/** What each row would do. */
export async function previewRows(db: Db, run: Run, batch: readonly ReadRow[]): Promise<PreviewedRow[]> {
  const rows = await refuseOwned(db, batch)
  const merchants = rows.flatMap(row => ('refused' in row ? [] : row.merchant))
  const current = await selectCurrent(db, merchants, run)
  return rows.map(row => {
    const { line } = row
    const place = { partnerId: run.partnerId, runId: run.id, line }
    if ('refused' in row) return { ...place, ...refusal(row.refused) }
    const { merchant, repaired = null } = row
    const before = current.get(merchant.id)
    const changes = before ? changesOf(before, merchant) : []
    const problem = before ? editProblem(run, before, changes) : null
    const told = { merchantId: merchant.id, name: merchant.name }
    if (problem) return { ...place, ...refusal(problem), ...told }
    const outcome = !before?.takesPart ? 'added' : changes.length > 0 ? 'updated' : 'unchanged'
    return {
      ...place,
      ...told,
      outcome,
      changes: JSON.stringify(changes),
      remark: repaired ?? (merchant.photos.every(isWebPhoto) ? null : filesAreLeft),
      merchant: outcome === 'unchanged' ? null : JSON.stringify(merchant),
    }
  })
}

const filesAreLeft = 'Its photos without an address on the web are left to the command.'

const refusal = (remark: string) =>
  ({ outcome: 'refused', remark, merchantId: null, name: null, changes: '[]', merchant: null }) as const

/** Decision 033 says who may edit what. */
function editProblem(
  { editorPrograms }: Run,
  before: CurrentMerchant,
  changes: ImportRow['changes'],
): string | null {
  if (editorPrograms === null || !before.isInOtherPrograms) return null
  if (!before.takesPart) return 'the id is that of another restaurant'
  return changes.some(({ field }) => !ofTerms.has(field))
    ? 'it also takes part in other programs: staff of all of them can change its facts'
    : null
}

export const ofTerms: ReadonlySet<string> = new Set(['benefitDays', 'leftOn'])

/** Terms that change, and those of a new restaurant that are not the usual ones: all days earn, and there is no last day. */
export function termChangesOf({
  outcome,
  changes,
  merchant,
}: Pick<RowOfRun, 'outcome' | 'changes' | 'merchant'>): ImportRow['changes'] {
  if (outcome === 'updated') return changes.filter(({ field }) => ofTerms.has(field))
  if (outcome !== 'added' || merchant === null) return []
  const { benefitDays, leftOn } = merchant
  return [
    ...(benefitDays.length === weekdays.length
      ? []
      : [{ field: 'benefitDays', before: null, after: benefitDays }]),
    ...(leftOn === null ? [] : [{ field: 'leftOn', before: null, after: leftOn }]),
  ]
}
export const comparedFields = [
  ...merchantFormats.standard.columns.filter(column => column !== 'searchText'),
  'benefitDays',
  'leftOn',
  'mid',
] as const satisfies readonly (keyof ImportedMerchant & keyof CurrentMerchant)[]

/** A row without a MID changes none. */
function changesOf(before: CurrentMerchant, after: ImportedMerchant): ImportRow['changes'] {
  const photos = [before, after].map(one => one.photos.filter(isWebPhoto))
  const [had, wanted] = photos as [string[], string[]]
  const isOther = wanted.length > 0 && !isSame(had, wanted)
  return [
    ...factChanges(before, after),
    ...(isOther ? [{ field: 'photos', before: had, after: wanted }] : []),
  ]
}

function factChanges(before: CurrentMerchant, after: ImportedMerchant): ImportRow['changes'] {
  return comparedFields
    .filter(field => field !== 'mid' || after.mid !== null)
    .filter(field => !isSame(before[field], after[field]))
    .map(field => ({ field, before: before[field], after: after[field] }))
}

export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other) || versionOf(one) === versionOf(other)
}
