import { type ImageDensity, type ImagePreset, sizedImageUrl } from '../photos/image-presets.ts'

/*
 * Entries name a picture of the library by `/images/content/ID`. Pages get it with its code, which changes with every
 * new file and crop, so that browsers keep each version forever.
 */

export const mediaAddress = (id: string): string => `/images/content/${id}`

const pattern = /^\/images\/content\/([\w-]{1,40})(?:\?v=[a-z0-9]{1,8})?$/
export const mediaIdOf = (value: unknown): string | null =>
  typeof value === 'string' ? (pattern.exec(value)?.[1] ?? null) : null

/** The fields of entries that hold the address of a picture. */
export const isPictureField = (name: string): boolean => name === 'image' || name === 'image_mobile'

/** A picture of the library in a size of pages; others have one. */
export const contentImageUrl = (address: string, preset: ImagePreset, density: ImageDensity = 2): string =>
  mediaIdOf(address) ? sizedImageUrl(address, preset, density) : address

export interface UsedPicture {
  readonly id: string
  /** Dotted. */
  readonly path: string
}

export function mediaIn(value: unknown, path: readonly string[] = []): UsedPicture[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => {
    const id = isPictureField(name) ? mediaIdOf(each) : null
    return id ? [{ id, path: [...path, name].join('.') }] : mediaIn(each, [...path, name])
  })
}

export interface LibraryPicture {
  readonly code: string
  /** Empty for a decoration. */
  readonly alt: string
}

type Library = ReadonlyMap<string, LibraryPicture>
type Fields = Record<string, unknown>

/** As pages show it: each picture with its code, its words where the entry has none, and without those that are gone. */
export const withMedia = (value: unknown, library: Library): unknown =>
  eachWithPicture(value, (fields, id, name) => {
    const picture = library.get(id)
    const altField = altFieldOf(fields)
    const shown = { ...fields, [name]: picture ? `${mediaAddress(id)}?v=${picture.code}` : '' }
    return picture && !fields[altField] && picture.alt ? { ...shown, [altField]: picture.alt } : shown
  })

/** As it was written: what `withMedia` added is removed. */
export const withoutMedia = (value: unknown, library: Library): unknown =>
  eachWithPicture(value, (fields, id, name) => {
    const altField = altFieldOf(fields)
    const isLibrarys = fields[altField] && fields[altField] === library.get(id)?.alt
    return { ...fields, [name]: mediaAddress(id), ...(isLibrarys ? { [altField]: '' } : {}) }
  })

/** A banner has one text for both of its pictures. */
const altFieldOf = (fields: Fields): string =>
  'image_mobile' in fields || 'enable_banner' in fields ? 'image_mobile_alt_text' : 'image_alt'

function eachWithPicture(
  value: unknown,
  change: (fields: Fields, id: string, name: string) => Fields,
): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(each => eachWithPicture(each, change))
  let fields: Fields = Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, eachWithPicture(each, change)]),
  )
  for (const name of ['image_mobile', 'image']) {
    const id = mediaIdOf(fields[name])
    if (id) fields = change(fields, id, name)
  }
  return fields
}
