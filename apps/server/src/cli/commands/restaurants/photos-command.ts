import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Actor } from '../../../context.ts'
import { readPhotoFile } from '../../../features/photos/photo-import.service.ts'
import { deleteVariants } from '../../../features/photos/photo-variants.service.ts'
import { merchantExists } from '../../../features/photos/photos.read.ts'
import { type PhotoRow, selectPhotos } from '../../../features/photos/photos.repository.ts'
import { addPhoto, type PhotoServices, removePhotos } from '../../../features/photos/photos.service.ts'
import type { World } from '../../../world.ts'
import type { Command } from '../../control.ts'

export const usage = `npm run photos -- add MERCHANT_ID FILE [--alt TEXT] [--rights TEXT] [--focus X,Y] [--menu]
npm run photos -- list MERCHANT_ID
npm run photos -- remove PHOTO_ID...
  FILE is JPEG, PNG, WebP, AVIF, HEIC, TIFF or GIF, at most 20 MB and 50 megapixels.
  --focus is what a crop keeps in view, from 0,0 (left, top) to 1,1; --menu adds a picture of the menu.`

const servicesOf = ({ database, clock, gateways }: World, actor: Actor): PhotoServices => ({
  actor,
  db: database.db,
  clock,
  gateways,
})

export const addPhotoCommand: Command = async (world, args, { cwd, print, actor }) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      alt: { type: 'string', default: '' },
      rights: { type: 'string', default: '' },
      focus: { type: 'string', default: '0.5,0.5' },
      menu: { type: 'boolean', default: false },
    },
  })
  const [merchantId, path] = positionals
  if (!merchantId || !path || positionals.length > 2) throw new Error(usage)
  const [focalX, focalY] = focusOf(values.focus)
  const photo = await addPhoto(servicesOf(world, actor), {
    merchantId,
    kind: values.menu ? 'menu' : 'place',
    file: await readPhotoFile(resolve(cwd, path)),
    source: `upload:${basename(path)}`,
    rights: values.rights,
    alt: values.alt,
    focalX,
    focalY,
  })
  print(`Added ${lineOf(photo)}`)
  if (!values.alt && !values.menu) print('Without --alt, screen readers skip the photo.')
  return 0
}

export const listPhotosCommand: Command = async (world, [merchantId, ...rest], { print }) => {
  if (!merchantId || rest.length > 0) throw new Error(usage)
  const photos = await selectPhotos(world.database.db, merchantId)
  for (const photo of photos) print(lineOf(photo))
  if (photos.length === 0) {
    if (!(await merchantExists(world.database.db, merchantId)))
      throw new Error(`There is no restaurant ${merchantId}.`)
    print(`${merchantId} has no photos.`)
  }
  return 0
}

export const removePhotosCommand: Command = async (world, ids, { print, actor }) => {
  if (ids.length === 0) throw new Error(usage)
  const removed = await removePhotos(servicesOf(world, actor), ids)
  await deleteVariants(join(world.env.dataDir, 'images'), removed)
  for (const photo of removed) print(`Removed ${lineOf(photo)}`)
  const unknown = ids.filter(id => !removed.some(photo => photo.id === id))
  for (const id of unknown) print(`There is no photo ${id}.`)
  return unknown.length > 0 ? 1 : 0
}

function focusOf(text: string): [number, number] {
  const [x, y, ...rest] = text.split(',').map(part => (part.trim() === '' ? Number.NaN : Number(part)))
  const isShare = (value: number | undefined) => value !== undefined && value >= 0 && value <= 1
  if (!isShare(x) || !isShare(y) || rest.length > 0)
    throw new Error(`--focus is "${text}"; it is two numbers from 0 to 1 such as 0.5,0.3.\n${usage}`)
  return [x!, y!]
}

function lineOf({ id, kind, width, height, source, alt, rights }: PhotoRow): string {
  const rest = [source, alt && `alt: ${alt}`, rights && `rights: ${rights}`].filter(Boolean)
  return `${id}  ${kind}  ${width}x${height}  ${rest.join('  ')}`
}
