import { readFile } from 'node:fs/promises'
import { wholePhoto } from '@dineward/core/photos/crop.rules.ts'
import type { PhotoRow, PhotoStore } from '@dineward/server/seeding.ts'
import { demoId } from './demo-id.ts'
import { assignPictures, demoMenus, demoPictures } from './demo-pictures.ts'
import type { DemoRestaurant } from './demo-restaurants.ts'

const folder = new URL('../pictures/', import.meta.url)
const rights = 'Drawn for the demo'

export function demoPhotos(restaurants: readonly DemoRestaurant[], now: Date): Omit<PhotoRow, 'position'>[] {
  const merchants = restaurants.map(({ merchant }) => merchant)
  const places = assignPictures(merchants)
  return merchants.flatMap(({ id }) => {
    const row = (source: string) => ({
      id: demoId(`photo ${id} ${source}`),
      merchantId: id,
      source: `demo:${source}`,
      rights,
      ...wholePhoto,
      addedAt: now,
    })
    return [
      ...places.get(id)!.map(({ name, alt, hash, ...shown }) => ({
        ...row(name),
        ...shown,
        kind: 'place' as const,
        alt: `${alt}, an illustration`,
        contentHash: hash,
        width: 1_200,
        height: 857,
      })),
      ...(demoMenus.get(id)?.cards ?? []).map(({ code, hash }, index) => ({
        ...row(`menu ${index + 1}`),
        kind: 'menu' as const,
        alt: '',
        focalX: 0.5,
        focalY: 0.5,
        code,
        contentHash: hash,
        width: 1_200,
        height: 1_600,
      })),
    ]
  })
}

/** Reads the demo's pictures from their files, and what staff add from the store. */
export function withDemoPictures(store: PhotoStore): PhotoStore {
  return {
    ...store,
    read: hash => {
      const name = pictureFiles.get(hash)
      return name ? readFile(new URL(name, folder)) : store.read(hash)
    },
  }
}

/** The key is the hash of the content. */
export const pictureFiles: ReadonlyMap<string, string> = new Map([
  ...demoPictures.map(({ name, hash }) => [hash, `${name}.webp`] as const),
  ...[...demoMenus].flatMap(([id, { cards }]) =>
    cards.map(({ hash }, index) => [hash, `menus/${id}-${index + 1}.webp`] as const),
  ),
])

/** A photo of a bill, as members take them. @returns base64 */
export const demoReceipt = (): Promise<string> => readFile(new URL('receipt.webp', folder), 'base64')
