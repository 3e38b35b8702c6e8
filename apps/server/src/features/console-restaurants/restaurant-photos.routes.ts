import {
  deleteRestaurantPhoto,
  getRestaurantPhoto,
  postRestaurantPhoto,
  putRestaurantPhoto,
  putRestaurantPhotoOrder,
} from '@dineward/core/console-restaurants/restaurant-photos.contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { FastifyInstance } from 'fastify'
import { type ConsoleServices, serveConsole } from '../../http/serve-console.ts'
import { consoleToken } from '../../http/sessions/console-cookie.ts'
import { assertInView, inTransaction, lockForEditor } from '../merchants/facts/merchant-facts.service.ts'
import { changePhoto, readWholePhoto, reorderPhotos } from '../photos/edit-photos.service.ts'
import { maxPhotoBytes } from '../photos/photo-file.service.ts'
import { limitRefusedUploads } from '../uploads/refused-uploads.service.ts'
import { showRestaurant } from './console-restaurants.service.ts'
import { deletePhoto, uploadPhoto } from './restaurant-photos.service.ts'

/** The routes have a scope of their own: only here are bodies files. */
export function restaurantPhotosRoutes(scope: FastifyInstance, services: ConsoleServices): void {
  scope.addContentTypeParser<Buffer>(
    /^(image\/|application\/octet-stream)/,
    { parseAs: 'buffer', bodyLimit: maxPhotoBytes },
    (request, body, done) => done(consoleToken(request) ? null : new AppError('unauthorized'), body),
  )

  const limitRefused = limitRefusedUploads(services.db)
  serveConsole(scope, services, postRestaurantPhoto, async (ctx, { params: { id }, query }, { request }) => {
    await uploadPhoto({ ...ctx, limitRefused }, id, { ...query, file: request.body })
    return { restaurant: await showRestaurant(ctx, id) }
  })

  serveConsole(scope, services, putRestaurantPhoto, async (ctx, { params: { id, photoId }, body }) => {
    await inTransaction(ctx, async editor => {
      await lockForEditor(editor, id)
      await changePhoto(editor, { id: photoId, merchantId: id }, body)
    })
    return { restaurant: await showRestaurant(ctx, id) }
  })

  serveConsole(scope, services, putRestaurantPhotoOrder, async (ctx, { params: { id }, body }) => {
    await inTransaction(ctx, async editor => {
      await lockForEditor(editor, id)
      await reorderPhotos(editor, { merchantId: id, ...body })
    })
    return { restaurant: await showRestaurant(ctx, id) }
  })

  serveConsole(scope, services, deleteRestaurantPhoto, async (ctx, { params: { id, photoId } }) => {
    await deletePhoto(ctx, { merchantId: id, id: photoId })
    return { restaurant: await showRestaurant(ctx, id) }
  })

  serveConsole(scope, services, getRestaurantPhoto, async (ctx, { params: { id, photoId } }, { reply }) => {
    await assertInView(ctx, id)
    const file = await readWholePhoto(ctx, { merchantId: id, id: photoId })
    reply.type('image/jpeg').header('cache-control', 'private, max-age=600')
    return file
  })
}
