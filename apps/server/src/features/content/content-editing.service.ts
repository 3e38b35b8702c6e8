import type { ConsoleContentVersion, ContentState } from '@dineward/core/console-programs/content.contract.ts'
import { isContentEntry, type RawEntry } from '@dineward/core/content/content.rules.ts'
import type { ContentKind } from '@dineward/core/content/content-fields.ts'
import { mediaIn } from '@dineward/core/content/media.rules.ts'
import { AppError, type FieldError } from '@dineward/core/shared/errors.ts'
import type { StaffContext } from '../../context.ts'
import type { Db } from '../../db/open-database.ts'
import { versionOf } from '../partner/value-version.rules.ts'
import { type AuditEntry, recordAudit } from '../staff/audit.service.ts'
import { readEntries } from './content-entries.rules.ts'
import {
  type ContentVersion,
  deleteDraft,
  type EntryKey,
  insertVersion,
  listVersions,
  lockEntry,
  updateDraft,
} from './content-versions.repository.ts'
import { lockPictures } from './media/media.repository.ts'
import { missingPictures } from './media/media.service.ts'
import { cleanRichText } from './rich-text.rules.ts'

export interface EntryName {
  readonly kind: ContentKind
  readonly slug: string
}

export interface EntryVersions {
  readonly draft: ConsoleContentVersion | null
  /** The newest come first. */
  readonly versions: readonly ConsoleContentVersion[]
  readonly problems: readonly FieldError[]
  /** A change names the one that it was made from. */
  readonly version: string
}

export async function readVersions(ctx: StaffContext, name: EntryName): Promise<EntryVersions> {
  const rows = await listVersions(ctx.db, keyOf(ctx, name))
  const described = describeVersions(rows, ctx.clock.now())
  const draft = described.find(({ state }) => state === 'draft') ?? null
  return {
    draft,
    versions: described.filter(one => one !== draft),
    problems: draft ? await problemsOf(ctx, name, draft.fields) : [],
    version: versionOfEntry(rows),
  }
}

/** Saved as it is, but for markup that no page shows. @throws `changed_meanwhile`. */
export async function saveDraft(
  ctx: StaffContext,
  name: EntryName,
  { fields, version }: { readonly fields: Readonly<Record<string, unknown>>; readonly version: string },
): Promise<void> {
  if (!isContentEntry(name.kind, name.slug)) throw refused('entry', 'No page shows an entry of this name.')
  await change(ctx, name, version, 'content.draft', async (trx, key, rows) => {
    const saved = { savedAt: ctx.clock.now(), savedBy: ctx.actor.email }
    await lockPictures(
      trx,
      key.partnerId,
      mediaIn(fields).map(({ id }) => id),
    )
    const text = JSON.stringify(cleanRichText(fields))
    if (rows[0]?.state === 'draft') await updateDraft(trx, key, { fields: text, ...saved })
    else await insertNext(trx, key, rows, { state: 'draft', fields: text, ...saved })
    return {}
  })
}

/** @throws `not_found` without a draft, `changed_meanwhile`. */
export async function discardDraft(ctx: StaffContext, name: EntryName, version: string): Promise<void> {
  await change(ctx, name, version, 'content.discard', async (trx, key) => {
    if (!(await deleteDraft(trx, key))) throw new AppError('not_found')
    return {}
  })
}

export interface Publication {
  /** Nothing is shown from then on. */
  readonly remove: boolean
  readonly from: string | null
  readonly until: string | null
  readonly version: string
  readonly reason: string
}

/** @throws `validation_failed` for a schedule in the past and for fields at fault, `changed_meanwhile`. */
export async function publishDraft(ctx: StaffContext, name: EntryName, input: Publication): Promise<void> {
  const { remove, version, reason } = input
  const shown = scheduleOf(input, ctx.clock.now())
  await change(ctx, name, version, 'content.publish', async (trx, key, rows) => {
    const draft = rows[0]?.state === 'draft' ? rows[0] : null
    const published = {
      ...shown,
      state: 'published',
      savedAt: ctx.clock.now(),
      savedBy: ctx.actor.email,
    } as const
    if (remove && draft) throw refused('remove', 'There is a draft. Discard or publish it first.')
    if (remove) await insertNext(trx, key, rows, { ...published, fields: null })
    else {
      if (!draft) throw refused('version', 'There is no draft to publish.')
      const problems = await problemsOf({ ...ctx, db: trx }, name, draft.fields)
      if (problems.length > 0) throw new AppError('validation_failed', { fieldErrors: problems })
      await updateDraft(trx, key, published)
    }
    const { from, until } = input
    return { reason, after: { version: draft?.version ?? (rows[0]?.version ?? 0) + 1, remove, from, until } }
  })
}

/** A clock that is a little ahead is no past. */
const toleranceMs = 60_000

function scheduleOf({ from, until }: Publication, now: Date) {
  const [shownFrom, shownUntil] = [from, until].map(time => (time === null ? null : new Date(time)))
  if (shownFrom && shownFrom.getTime() < now.getTime() - toleranceMs)
    throw refused('from', 'This time has passed. Choose a later one, or publish now.')
  const start = shownFrom && shownFrom > now ? shownFrom : now
  if (shownUntil && shownUntil <= start)
    throw refused('until', shownFrom ? 'This is before it begins.' : 'This time has passed.')
  return { shownFrom: shownFrom && shownFrom > now ? shownFrom : null, shownUntil: shownUntil ?? null }
}

type Work = (
  trx: Db,
  key: EntryKey,
  rows: readonly ContentVersion[],
) => Promise<Pick<AuditEntry, 'reason' | 'after'>>

async function change(
  ctx: StaffContext,
  name: EntryName,
  version: string,
  action: 'content.draft' | 'content.discard' | 'content.publish',
  work: Work,
): Promise<void> {
  const key = keyOf(ctx, name)
  await ctx.db.transaction().execute(async trx => {
    await lockEntry(trx, key)
    const rows = await listVersions(trx, key)
    if (versionOfEntry(rows) !== version) throw new AppError('changed_meanwhile')
    const recorded = await work(trx, key, rows)
    const subject = `${name.kind}/${name.slug}`
    await recordAudit({ ...ctx, db: trx }, { action, subject, partnerId: key.partnerId, ...recorded })
  })
}

type NewVersion = Omit<Parameters<typeof insertVersion>[1], keyof EntryKey | 'version'>

async function insertNext(
  trx: Db,
  key: EntryKey,
  rows: readonly ContentVersion[],
  row: NewVersion,
): Promise<void> {
  const isInserted = await insertVersion(trx, { ...key, ...row, version: (rows[0]?.version ?? 0) + 1 })
  if (!isInserted) throw new AppError('changed_meanwhile')
}

function describeVersions(rows: readonly ContentVersion[], now: Date): ConsoleContentVersion[] {
  let isAnyShown = false
  return rows.map(row => {
    const state = stateOf(row, now, isAnyShown)
    isAnyShown ||= state === 'shown' || state === 'removed'
    const { version, fields, shownFrom, shownUntil, savedAt, savedBy } = row
    return {
      version,
      state,
      fields,
      from: shownFrom?.toISOString() ?? null,
      until: shownUntil?.toISOString() ?? null,
      savedAt: savedAt.toISOString(),
      savedBy,
    }
  })
}

/** @param isAnyShown a newer version is shown */
export function stateOf(
  row: Pick<ContentVersion, 'state' | 'shownFrom' | 'shownUntil'> & { fields?: unknown; isRemoval?: boolean },
  now: Date,
  isAnyShown: boolean,
): ContentState {
  if (row.state === 'draft') return 'draft'
  if (row.shownUntil && row.shownUntil <= now) return 'ended'
  if (isAnyShown) return 'replaced'
  if (row.shownFrom && row.shownFrom > now) return 'scheduled'
  return row.isRemoval || row.fields === null ? 'removed' : 'shown'
}

/** In a transaction no picture that was found can be removed before its end. */
async function problemsOf(
  { db, partner }: StaffContext,
  { kind, slug }: EntryName,
  fields: RawEntry['fields'],
): Promise<FieldError[]> {
  const existing = await lockPictures(
    db,
    partner.slug,
    mediaIn(fields).map(({ id }) => id),
  )
  const { problems } = readEntries(kind, [{ slug, fields }], { preview: true })
  return [
    ...problems.map(({ path, message }) => ({ field: path ? `fields.${path}` : 'fields', message })),
    ...missingPictures(fields, existing),
  ]
}

const refused = (field: string, message: string) =>
  new AppError('validation_failed', { fieldErrors: [{ field, message }] })

const keyOf = ({ partner }: StaffContext, { kind, slug }: EntryName): EntryKey => ({
  partnerId: partner.slug,
  kind,
  slug,
})

/** The version is that of the newest: every write makes another one, or changes it. */
const versionOfEntry = ([newest]: readonly ContentVersion[]): string =>
  newest
    ? versionOf([newest.version, newest.state, newest.fields, newest.savedAt.toISOString(), newest.savedBy])
    : 'none'
