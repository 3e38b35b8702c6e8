import * as z from 'zod/mini'
import {
  crop,
  cropCheck,
  cropOfText,
  share,
  shareText,
} from '../console-restaurants/restaurant-photos.contract.ts'
import { defineContract } from '../shared/contract.ts'
import { fileNameField } from '../shared/text/file-name.ts'
import { contentStates } from './content.contract.ts'
import { programParams } from './settings.contract.ts'

export const maxMediaBytes = 10 * 1024 * 1024
/** Of a program; the library is one page. */
export const maxMedia = 1_000

const alt = z.string().check(z.trim(), z.maxLength(300))
const saysWhatItShows = z.refine<{ readonly alt: string; readonly isDecorative: boolean }>(
  one => one.isDecorative || one.alt.length >= 3,
  { error: 'Say what the picture shows, or mark it as decorative.', path: ['alt'] },
)

export const mediaPictureSchema = z.object({
  id: z.string(),
  fileName: z.string(),
  alt: z.string(),
  /** It says nothing that the text beside it does not say: readers skip it. */
  isDecorative: z.boolean(),
  focalX: z.number(),
  focalY: z.number(),
  cropLeft: z.number(),
  cropTop: z.number(),
  cropWidth: z.number(),
  cropHeight: z.number(),
  width: z.int(),
  height: z.int(),
  code: z.string(),
  version: z.int(),
  savedAt: z.string(),
  savedBy: z.string(),
  /** Entries that show it, will, or may show it again. */
  uses: z.array(z.object({ kind: z.string(), slug: z.string(), state: z.enum(contentStates) })),
})
export type MediaPicture = z.infer<typeof mediaPictureSchema>

const onePicture = z.object({ ...programParams.shape, id: z.string().check(z.regex(/^[\w-]{1,40}$/)) })
const answer = z.object({ picture: mediaPictureSchema })
const errors = ['validation_failed', 'unauthorized', 'forbidden', 'not_found'] as const
const writeErrors = [...errors, 'csrf_invalid', 'changed_meanwhile'] as const
const fileErrors = [
  ...writeErrors,
  'body_too_large',
  'unsupported_media_type',
  'file_infected',
  'rate_limited',
  'unavailable',
] as const
const bodyTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'application/octet-stream']
const versionText = z.coerce.number().check(z.int(), z.minimum(1))

export const getConsoleMedia = defineContract({
  method: 'GET',
  path: '/api/Console/Programs/:slug/Media',
  summary: 'The pictures of a program’s content, newest first, and where each is used.',
  access: { console: 'settings.read' },
  params: programParams,
  response: z.object({ pictures: z.array(mediaPictureSchema) }),
  errors: ['unauthorized', 'forbidden', 'not_found'],
})

/** It answers a JPEG. */
export const getConsoleMediaFile = defineContract({
  method: 'GET',
  path: '/api/Console/Programs/:slug/Media/:id/File',
  summary: 'The whole picture, as it is cropped from.',
  access: { console: 'settings.read' },
  params: onePicture,
  query: z.object({ v: z.optional(z.string().check(z.maxLength(40))) }),
  answerTypes: ['image/jpeg'],
  response: z.any(),
  errors,
})

/** The body is the file. */
export const postConsoleMedia = defineContract({
  method: 'POST',
  path: '/api/Console/Programs/:slug/Media',
  summary: 'Adds a picture: PNG, JPEG, WebP or AVIF, 10 MB at most.',
  access: { console: 'content.change' },
  params: programParams,
  query: z
    .object({
      fileName: fileNameField,
      alt: z._default(alt, ''),
      isDecorative: z.pipe(
        z._default(z.enum(['true', 'false']), 'false'),
        z.transform(text => text === 'true'),
      ),
      focalX: z._default(shareText, 0.5),
      focalY: z._default(shareText, 0.5),
      ...cropOfText,
    })
    .check(cropCheck, saysWhatItShows),
  bodyTypes,
  response: answer,
  successStatus: 201,
  errors: fileErrors,
})

export const putConsoleMedia = defineContract({
  method: 'PUT',
  path: '/api/Console/Programs/:slug/Media/:id',
  summary: 'Changes what is said of a picture, and the part that is shown, everywhere at once.',
  access: { console: 'content.publish' },
  params: onePicture,
  body: z
    .strictObject({ alt, isDecorative: z.boolean(), focalX: share, focalY: share, ...crop, version: z.int() })
    .check(cropCheck, saysWhatItShows),
  response: answer,
  errors: writeErrors,
})

/** The body is the file. */
export const postConsoleMediaFile = defineContract({
  method: 'POST',
  path: '/api/Console/Programs/:slug/Media/:id/File',
  summary: 'Puts another file in the place of a picture, everywhere at once.',
  access: { console: 'content.publish' },
  params: onePicture,
  query: z.object({ fileName: fileNameField, version: versionText }),
  bodyTypes,
  response: answer,
  errors: fileErrors,
})

export const deleteConsoleMedia = defineContract({
  method: 'DELETE',
  path: '/api/Console/Programs/:slug/Media/:id',
  summary: 'Removes a picture that no entry uses.',
  access: { console: 'content.change' },
  params: onePicture,
  query: z.object({ version: versionText }),
  response: z.object({}),
  errors: writeErrors,
})
