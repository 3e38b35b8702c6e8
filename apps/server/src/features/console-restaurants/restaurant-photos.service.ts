import type { postRestaurantPhoto } from '@dineward/core/console-restaurants/restaurant-photos.contract.ts'
import type { ContractInput } from '@dineward/core/shared/contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { ConsoleContext } from '../../context.ts'
import {
  inTransaction,
  lockForEditor,
  type MerchantEditor,
} from '../merchants/facts/merchant-facts.service.ts'
import { removePhotoOf } from '../photos/edit-photos.service.ts'
import { PhotoError } from '../photos/photo-file.service.ts'
import { addPhoto } from '../photos/photos.service.ts'
import type { LimitRefused } from '../uploads/refused-uploads.service.ts'

/** @throws `validation_failed` with a sentence about the file, `rate_limited`, `unavailable`. */
export async function uploadPhoto(
  ctx: ConsoleContext & { readonly limitRefused: LimitRefused },
  merchantId: string,
  { file, fileName, ...words }: ContractInput<typeof postRestaurantPhoto>['query'] & { file: unknown },
): Promise<void> {
  if (!(file instanceof Buffer) || file.length === 0) throw unreadable('The file is empty.')
  await assertMayEdit(ctx, merchantId)
  await ctx.limitRefused(`staff ${ctx.actor.id}`, () =>
    addPhoto(ctx, { merchantId, file, source: `upload:${fileName}`, ...words }).catch((error: unknown) => {
      throw error instanceof PhotoError ? unreadable(error.message) : error
    }),
  )
}

const unreadable = (message: string) =>
  new AppError('validation_failed', { fieldErrors: [{ field: 'file', message }] })

export async function deletePhoto(
  ctx: ConsoleContext,
  photo: { merchantId: string; id: string },
): Promise<void> {
  await assertMayEdit(ctx, photo.merchantId)
  await removePhotoOf(ctx, photo)
}

/** Files are written outside of any transaction. */
async function assertMayEdit(ctx: MerchantEditor, merchantId: string): Promise<void> {
  await inTransaction(ctx, editor => lockForEditor(editor, merchantId))
}
