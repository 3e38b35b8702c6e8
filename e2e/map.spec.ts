import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { accessibilityProblems, openPage, settle, waitForRest } from './support/browser.ts'
import { expect, setUpSharedProduct, test } from './support/journey.ts'
import { tilesFile } from './support/tiles-file.ts'

const on = setUpSharedProduct()

/** Chromium's warning about reading a canvas. */
const screenshotWarning = /GPU stall due to ReadPixels/
const restaurants = 26
const slow = { timeout: 60_000 }

/** The gallery's map: 26 restaurants on Manhattan, two of them at one address. */
async function openMap(
  slug: string,
  // The map is drawn by software: half the width takes half the time.
  viewport = { width: 640, height: 900 },
  allowedErrors = screenshotWarning,
) {
  const opened = await openPage(on.browser, viewport, { allowedErrors, map: true })
  const asked: string[] = []
  opened.page.on('request', request => asked.push(request.url()))
  await opened.page.goto(`${on.product.address(slug)}/stgtools/components`)
  const map = opened.page.locator('#map > div').first()
  await opened.page.locator('#map').scrollIntoViewIfNeeded()
  await map.getByRole('button', { name: 'Zoom in', exact: true }).waitFor()
  return { ...opened, map, asked }
}

const markers = (map: Locator) => map.locator('button[data-key]')
const movedTo = (page: Page) => page.locator('#map output').first().textContent()

/** Number of colors that each cover more than this share of the image. */
async function colorsOf(part: Locator, share = 0.001): Promise<number> {
  const { data, info } = await sharp(await part.screenshot())
    .raw()
    .toBuffer({ resolveWithObject: true })
  const counts = new Map<number, number>()
  for (let at = 0; at < data.length; at += info.channels) {
    const color = (data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!
    counts.set(color, (counts.get(color) ?? 0) + 1)
  }
  return [...counts.values()].filter(count => count > info.width * info.height * share).length
}

test.describe('map', () => {
  for (const slug of ['skyward', 'cellwave'])
    test(`${slug} -> shows land, water and every restaurant without third parties`, async () => {
      const { page, map, asked } = await openMap(slug)
      await expect.poll(() => colorsOf(map), slow).toBeGreaterThan(8)
      const labels = await markers(map).evaluateAll(all =>
        all.map(marker => marker.getAttribute('aria-label') ?? ''),
      )
      expect(labels).toContain('Halcyon Grill, Steak')
      const shown = labels.map(label => Number(/^(\d+) restaurants, zoom in$/.exec(label)?.[1] ?? 1))
      expect(shown.reduce((sum, count) => sum + count)).toBe(restaurants)

      expect(asked.filter(url => !url.startsWith(on.product.address(slug)))).toEqual([])
      expect(asked.filter(url => url.startsWith('blob:'))).toEqual([])
      expect(await accessibilityProblems(page, [], '#map')).toEqual([])
    })

  test('moved by a person -> reports the bounds; resized -> does not', async () => {
    const { page, map } = await openMap('skyward')
    await page.setViewportSize({ width: 560, height: 900 })
    await settle(page)
    expect(await movedTo(page)).toMatch(/^The map has not/)

    const box = (await map.boundingBox())!
    await page.mouse.move(box.x + 60, box.y + 200)
    await page.mouse.down()
    await page.mouse.move(box.x + 200, box.y + 230, { steps: 5 })
    await page.mouse.up()
    await expect.poll(() => movedTo(page), slow).toMatch(/^{"west":-74/)
    const dragged = await movedTo(page)
    await map.getByRole('button', { name: 'Zoom out', exact: true }).click()
    await expect.poll(() => movedTo(page), slow).not.toBe(dragged)
  })

  test('keyboard alone -> moves, zooms, opens and closes a restaurant', async () => {
    const { page, map } = await openMap('cellwave')
    const canvas = map.locator('canvas')
    await canvas.focus()
    await page.keyboard.press('+')
    await expect.poll(() => movedTo(page), slow).toMatch(/^{/)
    const zoomed = await movedTo(page)
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => movedTo(page), slow).not.toBe(zoomed)

    const some = markers(map).filter({ hasText: /^\d+$/ }).first()
    const many = map.locator(`[data-key="${await some.getAttribute('data-key')}"]`)
    await many.focus()
    await page.keyboard.press('Enter')
    await many.waitFor({ state: 'detached' })
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-key') ?? ''), slow)
      .not.toBe('')

    const one = map.locator('button[data-id]').first()
    await one.focus()
    const name = (await one.getAttribute('aria-label'))!.split(',')[0]!
    await page.keyboard.press('Enter')
    const popup = map.getByRole('region', { name, exact: true })
    await popup.waitFor()
    expect(await popup.evaluate(element => element.contains(document.activeElement))).toBe(true)
    await page.keyboard.press('Escape')
    await popup.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toContain(name)
  })

  test('restaurant opened, also on a small screen -> card stays inside the map', async () => {
    const { page, map } = await openMap('skyward', { width: 390, height: 844 })
    await map.getByRole('button', { name: 'Harlem Supper Room, Southern' }).click()
    const popup = (await map.getByRole('region', { name: 'Harlem Supper Room' }).boundingBox())!
    const edges = (await map.boundingBox())!
    expect(popup.x).toBeGreaterThanOrEqual(edges.x)
    expect(popup.y).toBeGreaterThanOrEqual(edges.y)
    expect(popup.x + popup.width).toBeLessThanOrEqual(edges.x + edges.width)
    expect(popup.y + popup.height).toBeLessThanOrEqual(edges.y + edges.height)
    await page.keyboard.press('Escape')
  })

  test('no WebGL -> says so, and the page works', async () => {
    const { page } = await openPage(on.browser)
    await page.goto(`${on.product.address('skyward')}/stgtools/components`)
    await page.locator('#map').scrollIntoViewIfNeeded()
    await page.getByText('The map could not load. The list has every restaurant on it.').waitFor()
  })

  test('not on screen -> not loaded', async () => {
    const { page } = await openPage(on.browser, { width: 390, height: 844 })
    const asked: string[] = []
    page.on('request', request => asked.push(request.url()))
    for (const path of ['/', '/search']) {
      await page.goto(on.product.address('skyward') + path)
      await waitForRest(page)
    }
    expect(asked.filter(url => /merchant-map|maplibre|overview-.*json|state-\d/.test(url))).toEqual([])
  })
})

test.describe('external map style', () => {
  test.afterAll(() => on.product.command('settings', 'unset', '--partner', 'harbor', 'map'))

  const style = {
    version: 8,
    sources: { sea: { type: 'vector', tiles: ['https://tiles.example.com/{z}/{x}/{y}.pbf'] } },
    layers: [{ id: 'ground', type: 'background', paint: { 'background-color': '#123456' } }],
  }

  test('chosen by the partner -> drawn, allowed by the policy', async () => {
    await choose('harbor', {
      kind: 'style',
      styleUrl: 'https://maps.example.com/style.json',
      origins: ['https://tiles.example.com'],
    })
    const { page } = await openPage(on.browser, undefined, { allowedErrors: screenshotWarning, map: true })
    await page.route('https://maps.example.com/**', route =>
      route.fulfill({ json: style, headers: { 'access-control-allow-origin': '*' } }),
    )
    await page.route('https://tiles.example.com/**', route =>
      route.fulfill({ body: '', headers: { 'access-control-allow-origin': '*' } }),
    )
    await page.goto(`${on.product.address('harbor')}/stgtools/components`)
    await page.locator('#map').scrollIntoViewIfNeeded()
    await page.locator('#map [data-ground="foreign"]').first().waitFor()
    await expect(page.getByText('Showing a simple map')).toHaveCount(0)
  })

  test("PMTiles file added -> drawn in the partner's colors", async () => {
    const file = join(on.product.dataDir, 'manhattan.pmtiles')
    await writeFile(file, manhattan())
    await on.product.command('maps', 'add', file, '--partner', 'harbor')
    const { page, map, asked } = await openMap('harbor')
    await page.locator('#map [data-ground="foreign"]').first().waitFor()
    await page.getByText('Drawn for a test').first().waitFor({ state: 'attached' })
    // Sea and island; a map without tiles has only the sea.
    await expect.poll(() => colorsOf(map, 0.1), slow).toBe(2)
    await expect(page.getByText('Showing a simple map')).toHaveCount(0)
    expect(asked.some(url => url.endsWith('/maps/manhattan.pmtiles'))).toBe(true)
  })

  for (const [title, setting] of [
    ['a style that is not there', { kind: 'style', styleUrl: '/nowhere/style.json', origins: [] }],
    ['a file of tiles that is not there', { kind: 'pmtiles', tilesUrl: '/nowhere/us.pmtiles' }],
  ] as const)
    test(`${title} -> default map with a message`, async () => {
      await choose('harbor', setting)
      // Load errors of the map library.
      const { page, map } = await openMap('harbor', undefined, /./)
      await page.getByText('Showing a simple map because the full one couldn’t load.').first().waitFor()
      await expect.poll(() => colorsOf(map), slow).toBeGreaterThan(8)
    })
})

/** An island with one road and its name. */
function manhattan(): Buffer {
  const [west, east, south, north] = [-74.02, -73.93, 40.69, 40.85]
  const one = (geometry: GeoJSON.Geometry, properties = {}): GeoJSON.FeatureCollection => ({
    type: 'FeatureCollection',
    features: [{ type: 'Feature', geometry, properties }],
  })
  const shore = [west, east].flatMap(x => [south, north].map(y => [x, y]))
  const ring = [shore[0]!, shore[2]!, shore[3]!, shore[1]!, shore[0]!]
  const broadway = [
    [west, south],
    [east, north],
  ]
  return tilesFile(
    {
      earth: one({ type: 'Polygon', coordinates: [ring] }),
      roads: one({ type: 'LineString', coordinates: broadway }, { kind: 'highway', name: 'Broadway' }),
      places: one({ type: 'Point', coordinates: [-73.98, 40.76] }, { name: 'Manhattan', sort_key: 1 }),
    },
    -73.98,
    40.76,
  )
}

const choose = (partner: string, map: object) =>
  on.product.command('settings', 'set', '--partner', partner, 'map', JSON.stringify(map))
