import type { Crop } from '@dineward/core/photos/crop.rules.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Db } from '../../db/open-database.ts'
import { recordAudit } from '../staff/audit.service.ts'
import { codeWithCrop } from './photo-file.service.ts'
import { orderPhotos, type PhotoKind, type PhotoRow, selectPhotos, updatePhoto } from './photos.repository.ts'
import { type PhotoServices, removePhotos } from './photos.service.ts'

export function listPhotos({ db }: { readonly db: Db }, merchantId: string): Promise<PhotoRow[]> {
  return selectPhotos(db, merchantId)
}

type PhotoOfMerchant = Pick<PhotoRow, 'id' | 'merchantId'>

/** @throws `not_found`. */
export async function findPhoto(ctx: { readonly db: Db }, photo: PhotoOfMerchant): Promise<PhotoRow> {
  const found = (await selectPhotos(ctx.db, photo.merchantId)).find(({ id }) => id === photo.id)
  if (!found) throw new AppError('not_found')
  return found
}

/** The stored JPEG comes whole. @throws `not_found`. */
export async function readWholePhoto(
  { db, gateways }: Pick<PhotoServices, 'db' | 'gateways'>,
  photo: PhotoOfMerchant,
): Promise<Buffer> {
  const { contentHash } = await findPhoto({ db }, photo)
  const file = await gateways.photos.read(contentHash)
  if (!file) throw new AppError('not_found')
  return file
}

type PhotoWords = Pick<PhotoRow, 'alt' | 'rights' | 'focalX' | 'focalY' | keyof Crop>

const wordsOf = ({ alt, rights, focalX, focalY, ...row }: PhotoWords): PhotoWords => ({
  alt,
  rights,
  focalX,
  focalY,
  cropLeft: row.cropLeft,
  cropTop: row.cropTop,
  cropWidth: row.cropWidth,
  cropHeight: row.cropHeight,
})

/** Another crop or focal point makes new pictures, at new addresses. In a transaction. @throws `not_found`. */
export async function changePhoto(
  services: Omit<PhotoServices, 'gateways'>,
  photo: PhotoOfMerchant,
  change: PhotoWords,
): Promise<void> {
  const before = await findPhoto(services, photo)
  await updatePhoto(services.db, photo, {
    ...change,
    code: codeWithCrop(before, change),
  })
  await recordAudit(services, {
    action: 'photo.change',
    subject: photo.id,
    partnerId: null,
    before: wordsOf(before),
    after: { merchantId: photo.merchantId, ...change },
  })
}

/** Call it in a transaction. @throws `changed_meanwhile` when there are other photos by now. */
export async function reorderPhotos(
  services: Omit<PhotoServices, 'gateways'>,
  { merchantId, kind, ids }: { merchantId: string; kind: PhotoKind; ids: readonly string[] },
): Promise<void> {
  const before = (await selectPhotos(services.db, merchantId))
    .filter(photo => photo.kind === kind)
    .map(({ id }) => id)
  if (before.toSorted().join() !== ids.toSorted().join()) throw new AppError('changed_meanwhile')
  await orderPhotos(services.db, ids)
  await recordAudit(services, {
    action: 'photo.order',
    subject: merchantId,
    partnerId: null,
    before,
    after: ids,
  })
}

/** @throws `not_found`. */
export async function removePhotoOf(services: PhotoServices, photo: PhotoOfMerchant): Promise<void> {
  await findPhoto(services, photo)
  await removePhotos(services, [photo.id])
}
