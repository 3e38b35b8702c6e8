import { createHash } from 'node:crypto'
import { wholePhoto } from '@dineward/core/photos/crop.rules.ts'
import { hashText } from '@dineward/core/shared/hash-text.ts'
import { seededRandom } from '@dineward/core/shared/seeded-random.ts'
import {
  type Db,
  insertPhotos,
  type MenuSection,
  type PhotoRow,
  type PhotoStore,
} from '@dineward/server/seeding.ts'
import { demoId } from './demo-id.ts'
import { paintMenuCard } from './pictures/menu-card.ts'
import { paintMerchantPicture } from './pictures/merchant-picture.ts'
import { pictureCode, subjectOf } from './pictures/picture-code.ts'
import { menuCards } from './restaurants/menu-cards.ts'

interface PaintedMerchant {
  readonly id: string
  readonly name: string
  readonly cuisines: readonly string[]
  readonly menu: readonly MenuSection[]
}

/** Increase when menus are painted differently. */
const menuEdition = 1
const rights = 'Generated for the demo'

/** Painted on first request. */
export function demoPhotos(merchant: PaintedMerchant, now: Date): Omit<PhotoRow, 'position'>[] {
  const { id, cuisines, name, menu } = merchant
  const random = seededRandom(`photos ${id}`)
  const row = (source: string, rest: Pick<PhotoRow, 'kind' | 'alt' | 'code' | 'width' | 'height'>) => ({
    ...rest,
    id: demoId(`photo ${id} ${source}`),
    merchantId: id,
    source: `demo:${source}`,
    rights,
    focalX: 0.5,
    focalY: 0.5,
    ...wholePhoto,
    contentHash: createHash('sha256').update(`demo ${id} ${source} ${rest.code}`).digest('hex'),
    addedAt: now,
  })
  const places = Array.from({ length: random.pick([1, 2, 3, 3]) }, (_, index) => {
    const subject = { id: subjectId(id, index + 1), cuisines }
    const code = pictureCode(subject)
    const alt = `${wordsOf(subjectOf(subject).dish)}, a generated picture`
    return row(`place ${index + 1}`, { kind: 'place', alt, code, width: 1_000, height: 714 })
  })
  const hasMenuPictures = seededRandom(`menu pictures ${id}`).chance(1 / 3)
  const code = hashText(`${menuEdition} ${name} ${JSON.stringify(menu)}`).toString(36)
  const menus = hasMenuPictures
    ? menuCards(menu).map((_, index) =>
        row(`menu ${index + 1}`, { kind: 'menu', alt: '', code, width: 1_200, height: 1_600 }),
      )
    : []
  return [...places, ...menus]
}

/** Only to restaurants without photos. */
export async function insertDemoPhotos(db: Db, now: Date): Promise<void> {
  const merchants = await db
    .selectFrom('merchants')
    .select(['id', 'name', 'cuisines', 'menu'])
    .where('source', '=', 'demo')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('merchantPhotos').whereRef('merchantId', '=', 'merchants.id'))),
    )
    .orderBy('id')
    .execute()
  await insertPhotos(
    db,
    merchants.flatMap(merchant => demoPhotos(merchant, now)),
  )
}

/** Paints missing pictures, then stores them. */
export function paintedPhotos(store: PhotoStore, db: Db): PhotoStore {
  return { ...store, read: async hash => (await store.read(hash)) ?? paint(store, db, hash) }
}

async function paint(store: PhotoStore, db: Db, hash: string): Promise<Buffer | null> {
  const photo = await db
    .selectFrom('merchantPhotos as photo')
    .innerJoin('merchants as merchant', 'merchant.id', 'photo.merchantId')
    .select(['merchant.id', 'merchant.name', 'merchant.cuisines', 'merchant.menu'])
    .select(['photo.kind', 'photo.source', 'photo.width', 'photo.height'])
    .where('photo.contentHash', '=', hash)
    .where('photo.source', 'like', 'demo:%')
    .executeTakeFirst()
  if (!photo) return null
  const number = Number(photo.source.split(' ')[1])
  const picture =
    photo.kind === 'menu'
      ? await paintMenuCard(photo, number, photo.width)
      : await paintMerchantPicture({ ...photo, id: subjectId(photo.id, number) }, photo.width, photo.height)
  const file = await picture
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
    .toBuffer()
  await store.write(hash, file)
  return file
}

/** The first picture is painted from the restaurant's own id. */
const subjectId = (id: string, number: number): string => (number === 1 ? id : `${id} ${number}`)

/** `steakFrites` -> `Steak frites` */
function wordsOf(name: string): string {
  const words = name.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)
  return words[0]!.toUpperCase() + words.slice(1)
}
