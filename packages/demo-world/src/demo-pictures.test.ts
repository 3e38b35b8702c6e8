import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { distanceMiles } from '@dineward/core/merchants/distance.rules.ts'
import { hasEnrollment, hasFavorites } from '@dineward/core/partner/partner-questions.ts'
import { hashText } from '@dineward/core/shared/text/hash-text.ts'
import { loadPartners } from '@dineward/server/seeding.ts'
import { describe, expect, test } from 'vitest'
import { demoMembers } from './demo-members.ts'
import { demoFavorites } from './demo-offers.ts'
import { demoParticipations } from './demo-participations.ts'
import { demoPhotos, pictureFiles } from './demo-photos.ts'
import { assignPictures, demoMenus, demoPictures, picturesOfCuisine } from './demo-pictures.ts'
import { placesOf } from './demo-places.ts'
import { demoRestaurants } from './demo-restaurants.ts'
import { cities } from './restaurants/cities.ts'
import { kitchens } from './restaurants/kitchens.ts'

const folder = new URL('../pictures/', import.meta.url)
const now = new Date('2026-03-10T17:00:00Z')
const restaurants = demoRestaurants('2026-03-10')
const partners = await loadPartners(new URL('../../../partners/', import.meta.url).pathname)
const merchants = restaurants.map(({ merchant }) => merchant)
const assigned = assignPictures(merchants)
const firstOf = ({ id }: { readonly id: string }) => assigned.get(id)![0]!.name
const repeated = (names: readonly string[]) => names.filter((name, at) => names.indexOf(name) !== at)
/** Those that look like the one before. */
const doubled = (list: readonly { readonly id: string }[]) =>
  list.filter((one, at) => at > 0 && firstOf(one) === firstOf(list[at - 1]!)).map(({ id }) => id)

describe('pictures', () => {
  test('at least 150, all different', () => {
    expect(demoPictures.length).toBeGreaterThanOrEqual(150)
    expect(repeated(demoPictures.map(({ hash }) => hash))).toEqual([])
  })

  test('files: those of `pictures.json`, with the hash and the size that are stored in the database', () => {
    const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      name => name.endsWith('.webp') && name !== 'receipt.webp',
    )
    expect(found.sort()).toEqual([...pictureFiles.values()].sort())
    for (const { contentHash, width, height } of demoPhotos(restaurants, now)) {
      const name = pictureFiles.get(contentHash)!
      const file = readFileSync(new URL(name, folder))
      expect(createHash('sha256').update(file).digest('hex'), name).toBe(contentHash)
      // The size is in the header of a lossy WebP file.
      expect([file.readUInt16LE(26), file.readUInt16LE(28)], name).toEqual([width, height])
    }
  })

  test('together: at most 9 MB', () => {
    const sizes = [...pictureFiles.values()].map(name => readFileSync(new URL(name, folder)).length)
    expect(sizes.reduce((a, b) => a + b)).toBeLessThan(9_000_000)
  })

  test('alternative texts: a sentence about the dish', () => {
    for (const { alt, name } of demoPictures) expect(alt, name).toMatch(/^[A-Z][\w ,:-]+$/)
  })

  test.each(kitchens.map(({ cuisines }) => cuisines[0]!))('%s: at least four', cuisine => {
    expect(picturesOfCuisine(cuisine).length).toBeGreaterThanOrEqual(4)
  })
})

describe('pictures of restaurants', () => {
  test('of their own cuisine, one to three, no two alike', () => {
    for (const { id, cuisines } of merchants) {
      const own = picturesOfCuisine(cuisines[0]!)
      const shown = assigned.get(id)!
      expect(own, id).toEqual(expect.arrayContaining([...shown]))
      expect(repeated(shown.map(({ name }) => name)), id).toEqual([])
    }
    expect(new Set([...assigned.values()].map(shown => shown.length))).toEqual(new Set([1, 2, 3]))
  })

  test('on another day: the same', () => {
    const later = demoRestaurants('2026-06-01').map(({ merchant }) => merchant)
    expect(assignPictures(later)).toEqual(assigned)
  })

  test('every picture is shown', () => {
    const shown = new Set([...assigned.values()].flat())
    expect(demoPictures.filter(picture => !shown.has(picture))).toEqual([])
  })

  describe.each(cities.map(city => [city.city, city] as const))('%s', (name, { neighborhoods }) => {
    const here = merchants.filter(({ city }) => city === name)

    test('no picture twice, so that no list of the city shows one twice, however filtered and sorted', () => {
      expect(repeated(here.map(firstOf))).toEqual([])
    })

    test('by distance from each neighborhood, and by rating: no two neighbors are alike', () => {
      for (const center of neighborhoods) {
        const nearest = [...here].sort((a, b) => distanceMiles(center, a) - distanceMiles(center, b))
        expect(doubled(nearest), center.name).toEqual([])
      }
      expect(doubled([...here].sort((a, b) => (b.rating ?? 0) - (a.rating ?? 0)))).toEqual([])
    })
  })

  test.each(
    partners.filter(one => hasEnrollment(one) && hasFavorites(one)).map(one => [one.slug, one] as const),
  )('favorites of %s: no two neighbors are alike', (_slug, partner) => {
    const places = placesOf(restaurants, demoParticipations(partner, restaurants, '2026-03-10'))
    const lists = demoMembers(partner, now, null).map(member => demoFavorites(partner, member, places, now))
    expect(lists.flat().length).toBeGreaterThan(10)
    for (const list of lists) expect(doubled(list.map(({ merchantId }) => ({ id: merchantId })))).toEqual([])
  })
})

test('menu cards: of restaurants that still have that name and menu', () => {
  expect(demoMenus.size).toBeGreaterThanOrEqual(5)
  for (const [id, { menu }] of demoMenus) {
    const { name, menu: current } = merchants.find(one => one.id === id)!
    expect(hashText(`${name} ${current}`).toString(36), id).toBe(menu)
  }
})
