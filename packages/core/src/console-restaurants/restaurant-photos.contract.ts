import * as z from 'zod/mini'
import { type Crop, isCrop } from '../photos/crop.rules.ts'
import { defineContract } from '../shared/contract.ts'
import { fileNameField } from '../shared/text/file-name.ts'
import { restaurantAnswer, restaurantId } from './console-restaurants.contract.ts'

export const share = z.number().check(z.gte(0), z.lte(1))
export const shareText = z.coerce.number().check(z.gte(0), z.lte(1))
/** Without them, the crop is the whole photo. */
export const crop = {
  cropLeft: z._default(share, 0),
  cropTop: z._default(share, 0),
  cropWidth: z._default(share, 1),
  cropHeight: z._default(share, 1),
}
export const cropOfText = {
  cropLeft: z._default(shareText, 0),
  cropTop: z._default(shareText, 0),
  cropWidth: z._default(shareText, 1),
  cropHeight: z._default(shareText, 1),
}
export const cropCheck = z.refine<Crop>(isCrop, {
  error: 'This part does not lie within the photo, or is less than a tenth of it.',
  path: ['cropWidth'],
})
const alt = z
  .string()
  .check(
    z.trim(),
    z.minLength(3, 'Say what the photo shows, for people who do not see it.'),
    z.maxLength(300),
  )
const rights = z.string().check(z.trim(), z.maxLength(200))
const photoId = z.string().check(z.regex(/^[\w-]{1,40}$/))
const kind = z.enum(['place', 'menu'])
const onePhoto = z.object({ id: restaurantId, photoId })
const errors = [
  'validation_failed',
  'unauthorized',
  'forbidden',
  'csrf_invalid',
  'merchant_not_found',
] as const

/** The body is the file. */
export const postRestaurantPhoto = defineContract({
  method: 'POST',
  path: '/api/Console/Restaurants/:id/Photos',
  summary: 'Adds a photo, at the end: JPEG, PNG, WebP, AVIF, HEIC, TIFF or GIF, 20 MB at most.',
  access: { console: 'merchants.change' },
  params: z.object({ id: restaurantId }),
  query: z
    .object({
      kind,
      alt,
      rights: z._default(rights, ''),
      fileName: fileNameField,
      focalX: z._default(shareText, 0.5),
      focalY: z._default(shareText, 0.5),
      ...cropOfText,
    })
    .check(cropCheck),
  bodyTypes: ['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'application/octet-stream'],
  response: restaurantAnswer,
  successStatus: 201,
  errors: [
    ...errors,
    'body_too_large',
    'unsupported_media_type',
    'file_infected',
    'rate_limited',
    'unavailable',
  ],
})

export const putRestaurantPhoto = defineContract({
  method: 'PUT',
  path: '/api/Console/Restaurants/:id/Photos/:photoId',
  summary: 'Changes what is said of a photo, and what its crops keep in view.',
  access: { console: 'merchants.change' },
  params: onePhoto,
  body: z.strictObject({ alt, rights, focalX: share, focalY: share, ...crop }).check(cropCheck),
  response: restaurantAnswer,
  errors: [...errors, 'not_found'],
})

export const putRestaurantPhotoOrder = defineContract({
  method: 'PUT',
  path: '/api/Console/Restaurants/:id/PhotoOrder',
  summary: 'Puts all photos of a kind in order. The first place is the one in lists.',
  access: { console: 'merchants.change' },
  params: z.object({ id: restaurantId }),
  body: z.strictObject({ kind, ids: z.array(photoId).check(z.maxLength(200)) }),
  response: restaurantAnswer,
  errors: [...errors, 'changed_meanwhile'],
})

export const deleteRestaurantPhoto = defineContract({
  method: 'DELETE',
  path: '/api/Console/Restaurants/:id/Photos/:photoId',
  summary: 'Removes a photo.',
  access: { console: 'merchants.change' },
  params: onePhoto,
  response: restaurantAnswer,
  errors: [...errors, 'not_found'],
})

/** It answers a JPEG. */
export const getRestaurantPhoto = defineContract({
  method: 'GET',
  path: '/api/Console/Restaurants/:id/Photos/:photoId',
  summary: 'The whole photo, as it is cropped from.',
  access: { console: 'merchants.read' },
  params: onePhoto,
  answerTypes: ['image/jpeg'],
  response: z.any(),
  errors: ['unauthorized', 'forbidden', 'merchant_not_found', 'not_found'],
})
