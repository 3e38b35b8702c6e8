import { createHash } from 'node:crypto'
import { type MediaPicture, maxMedia, maxMediaBytes } from '@dineward/core/console-programs/media.contract.ts'
import { type LibraryPicture, mediaIn } from '@dineward/core/content/media.rules.ts'
import { type Crop, wholePhoto } from '@dineward/core/photos/crop.rules.ts'
import { AppError, type FieldError } from '@dineward/core/shared/errors.ts'
import type { StaffContext } from '../../../context.ts'
import type { Db } from '../../../db/open-database.ts'
import { newId } from '../../../new-id.ts'
import {
  codeOf,
  codeWithCrop,
  normalizePhoto,
  PhotoError,
  type PhotoFile,
} from '../../photos/photo-file.service.ts'
import { recordAudit } from '../../staff/audit.service.ts'
import type { LimitRefused } from '../../uploads/refused-uploads.service.ts'
import {
  countPictures,
  deletePicture,
  insertPicture,
  lockForRemoval,
  type MediaKey,
  type MediaRow,
  selectLiveVersions,
  selectMedia,
  selectPicture,
  updatePicture,
  type VersionWithMedia,
} from './media.repository.ts'

export interface PictureWords extends Crop {
  readonly alt: string
  readonly isDecorative: boolean
  readonly focalX: number
  readonly focalY: number
}

interface FileInput {
  readonly file: unknown
  readonly fileName: string
}

type UploadingContext = StaffContext & { readonly limitRefused: LimitRefused }

export async function listPictures(ctx: StaffContext): Promise<MediaPicture[]> {
  const partnerId = ctx.partner.slug
  const rows = await selectMedia(ctx.db, partnerId)
  const uses = await usesOf(ctx, partnerId)
  return rows.map(row => describe(row, uses.get(row.id)))
}

/** What pages need of each. */
export async function readLibrary(db: Db, partnerId: string): Promise<ReadonlyMap<string, LibraryPicture>> {
  const rows = await selectMedia(db, partnerId)
  return new Map(rows.map(({ id, code, alt, isDecorative }) => [id, { code, alt: isDecorative ? '' : alt }]))
}

/** @throws `not_found`. */
export async function findPicture(ctx: { readonly db: Db }, key: MediaKey): Promise<MediaRow> {
  const found = await selectPicture(ctx.db, key)
  if (!found) throw new AppError('not_found')
  return found
}

/** @throws `validation_failed` with a sentence about the file, `rate_limited`, `file_infected`, `unavailable`. */
export async function addPicture(
  ctx: UploadingContext,
  { words, ...input }: FileInput & { readonly words: PictureWords },
): Promise<MediaPicture> {
  const key = { partnerId: ctx.partner.slug, id: newId(12) }
  const stored = await storeFile(ctx, key.id, input)
  const { content: _, edge, middle, ...file } = stored
  const row = {
    ...key,
    ...file,
    ...words,
    code: codeOf({ edge, middle, contentHash: file.contentHash }, words),
    fileName: input.fileName,
    ...savedNow(ctx),
  }
  await keepingFile(ctx, file.contentHash, trx =>
    countPictures(trx, key.partnerId).then(async count => {
      if (count >= maxMedia)
        throw refused(
          'file',
          `The library is full: it holds ${maxMedia} pictures. Remove some that no entry uses.`,
        )
      await insertPicture(trx, row)
      const { alt, isDecorative, fileName, contentHash } = row
      await audit(ctx, trx, key, 'media.add', { after: { alt, isDecorative, fileName, contentHash } })
    }),
  )
  return readPicture(ctx, key)
}

/** Another crop or focal point makes new pictures, at new addresses. @throws `not_found`, `changed_meanwhile`. */
export async function changePicture(
  ctx: StaffContext,
  id: string,
  { version, ...words }: PictureWords & { readonly version: number },
): Promise<MediaPicture> {
  const key = { partnerId: ctx.partner.slug, id }
  const before = await findPicture(ctx, key)
  await ctx.db.transaction().execute(async trx => {
    const change = { ...words, code: codeWithCrop(before, words), ...savedNow(ctx) }
    if (!(await updatePicture(trx, key, version, change))) throw new AppError('changed_meanwhile')
    const { alt, isDecorative } = before
    await audit(ctx, trx, key, 'media.change', { before: { alt, isDecorative }, after: words })
  })
  return readPicture(ctx, key)
}

/** The new file is shown whole wherever the picture is. @throws as `addPicture`, and `changed_meanwhile`. */
export async function replaceFile(
  ctx: UploadingContext,
  id: string,
  { version, ...input }: FileInput & { readonly version: number },
): Promise<MediaPicture> {
  const key = { partnerId: ctx.partner.slug, id }
  const before = await findPicture(ctx, key)
  if (before.version !== version) throw new AppError('changed_meanwhile')
  const { content: _, edge, middle, ...file } = await storeFile(ctx, id, input)
  const shown = { focalX: 0.5, focalY: 0.5, ...wholePhoto }
  const code = codeOf({ edge, middle, contentHash: file.contentHash }, shown)
  await keepingFile(ctx, file.contentHash, async trx => {
    const change = { ...file, ...shown, code, fileName: input.fileName, ...savedNow(ctx) }
    if (!(await updatePicture(trx, key, version, change))) throw new AppError('changed_meanwhile')
    const named = ({ fileName, contentHash }: Pick<MediaRow, 'fileName' | 'contentHash'>) => ({
      fileName,
      contentHash,
    })
    await audit(ctx, trx, key, 'media.replace', { before: named(before), after: named(change) })
  })
  await ctx.gateways.photos.delete(before.contentHash)
  return readPicture(ctx, key)
}

/** @throws `validation_failed` with the entries that use it, `not_found`, `changed_meanwhile`. */
export async function removePicture(ctx: StaffContext, id: string, version: number): Promise<void> {
  const key = { partnerId: ctx.partner.slug, id }
  const removed = await ctx.db.transaction().execute(async trx => {
    const row = await lockForRemoval(trx, key)
    if (!row) throw new AppError('not_found')
    if (row.version !== version) throw new AppError('changed_meanwhile')
    const uses = (await usesOf({ ...ctx, db: trx }, key.partnerId)).get(id) ?? []
    if (uses.length > 0) {
      const names = [...new Set(uses.map(({ kind, slug }) => `${kind}/${slug}`))].join(', ')
      throw refused('id', `This picture is used by ${names}. Choose another picture there first.`)
    }
    await deletePicture(trx, key)
    const { alt, isDecorative, fileName, contentHash } = row
    await audit(ctx, trx, key, 'media.remove', { before: { alt, isDecorative, fileName, contentHash } })
    return row
  })
  await ctx.gateways.photos.delete(removed.contentHash)
}

/** The stored JPEG comes whole. @throws `not_found`. */
export async function readWholePicture(ctx: StaffContext, id: string): Promise<Buffer> {
  const { contentHash } = await findPicture(ctx, { partnerId: ctx.partner.slug, id })
  const file = await ctx.gateways.photos.read(contentHash)
  if (!file) throw new AppError('not_found')
  return file
}

/** Of the pictures that an entry names, those that are not in the library. */
export function missingPictures(fields: unknown, existing: readonly string[]): FieldError[] {
  return mediaIn(fields)
    .filter(({ id }) => !existing.includes(id))
    .map(({ path }) => ({
      field: `fields.${path}`,
      message: 'This picture is no longer in the library. Choose another one.',
    }))
}

async function readPicture(ctx: StaffContext, key: MediaKey): Promise<MediaPicture> {
  return describe(await findPicture(ctx, key), (await usesOf(ctx, key.partnerId)).get(key.id))
}

async function storeFile(
  ctx: UploadingContext,
  id: string,
  { file, fileName }: FileInput,
): Promise<PhotoFile> {
  if (!(file instanceof Buffer) || file.length === 0) throw refused('file', 'The file is empty.')
  if (file.length > maxMediaBytes) throw refused('file', 'The file is larger than 10 MB.')
  const start = file.subarray(0, 300).toString('latin1')
  if (/<svg|<!doctype svg/i.test(start) || /\.svgz?$/i.test(fileName))
    throw refused('file', 'SVG files can carry scripts, so they are not taken. Export the drawing as PNG.')
  const sender = `staff ${ctx.actor.id}`
  const picture = await ctx.limitRefused(sender, () =>
    normalizePhoto(ctx, file, sender).catch((error: unknown) => {
      throw error instanceof PhotoError ? refused('file', error.message) : error
    }),
  )
  // The name is this picture's alone, also where another has the same content.
  const contentHash = createHash('sha256')
    .update(`${id} ${newId(12)} ${picture.contentHash}`)
    .digest('hex')
  await ctx.gateways.photos.write(contentHash, picture.content)
  return { ...picture, contentHash }
}

/** A file whose row was not written is removed. */
async function keepingFile(
  { db, gateways }: StaffContext,
  hash: string,
  write: (trx: Db) => Promise<void>,
): Promise<void> {
  try {
    await db.transaction().execute(write)
  } catch (error) {
    await gateways.photos.delete(hash).catch(() => {})
    throw error
  }
}

type Use = MediaPicture['uses'][number]

/** By picture. What a version without an end hides for good does not count. */
async function usesOf({ db, clock }: StaffContext, partnerId: string): Promise<Map<string, Use[]>> {
  const now = clock.now()
  const uses = new Map<string, Use[]>()
  const hidden = new Set<string>()
  for (const row of await selectLiveVersions(db, partnerId, now)) {
    const entry = `${row.kind}/${row.slug}`
    if (hidden.has(entry)) continue
    const isShown = row.state === 'published' && !(row.shownFrom && row.shownFrom > now)
    if (isShown && row.shownUntil === null) hidden.add(entry)
    for (const id of new Set(mediaIn(row.fields).map(one => one.id))) {
      const state = stateOfUse(row, now)
      uses.set(id, [...(uses.get(id) ?? []), { kind: row.kind, slug: row.slug, state }])
    }
  }
  return uses
}

function stateOfUse({ state, shownFrom }: VersionWithMedia, now: Date): Use['state'] {
  if (state === 'draft') return 'draft'
  return shownFrom && shownFrom > now ? 'scheduled' : 'shown'
}

function describe(row: MediaRow, uses: readonly Use[] = []): MediaPicture {
  const { partnerId: _, contentHash: __, savedAt, ...shown } = row
  return { ...shown, savedAt: savedAt.toISOString(), uses: [...uses] }
}

const savedNow = ({ clock, actor }: StaffContext) => ({ savedAt: clock.now(), savedBy: actor.email })

const audit = (
  ctx: StaffContext,
  trx: Db,
  { partnerId, id }: MediaKey,
  action: 'media.add' | 'media.change' | 'media.replace' | 'media.remove',
  change: { readonly before?: unknown; readonly after?: unknown },
) => recordAudit({ ...ctx, db: trx }, { action, subject: `media/${id}`, partnerId, ...change })

const refused = (field: string, message: string) =>
  new AppError('validation_failed', { fieldErrors: [{ field, message }] })
