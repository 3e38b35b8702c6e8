import { apiUser } from './support/api.ts'
import {
  accessibilityProblems,
  failedRequests,
  openPage,
  scrollsSideways,
  startSession,
  waitForRest,
} from './support/browser.ts'
import { expect, setUpSharedProduct, test } from './support/journey.ts'

interface Found {
  readonly id: string
  readonly name: string
  readonly leftOn: string | null
  readonly reviewSpread: readonly number[]
  readonly menuImages: readonly string[]
  readonly photos: readonly { readonly alt: string }[]
  readonly onlineOrdering: { readonly origin: string; readonly url: string } | null
  readonly reservationProviders: { readonly book: boolean }
  readonly benefitAvailability: { readonly campaignCodes: readonly string[] }
}

const on = setUpSharedProduct()
/** They are demo restaurants, each with the feature under test. */
const found: {
  reviewed?: Found
  ordering?: Found
  bookable?: Found
  acclaimed?: Found
  pictured?: Found
  gallery?: Found
} = {}
test.beforeAll(async () => {
  const api = apiUser(on.product.address('skyward'))
  for (let pageNo = 1; pageNo <= 4; pageNo++) {
    const { body } = await api.get<{ merchants: { id: string }[] }>(
      `/api/v2/Merchants/Search?latitude=40.7577&longitude=-73.9857&pageSize=50&pageNo=${pageNo}`,
    )
    for (const { id } of body.merchants) {
      const { body: one } = await api.get<Found>(`/api/v2/Merchants/${id}`)
      if (one.reviewSpread.reduce((sum, count) => sum + count) > 10) found.reviewed ??= one
      if (one.menuImages.length > 1) found.pictured ??= one
      if (one.photos.length === 3) found.gallery ??= one
      if (one.onlineOrdering) found.ordering ??= one
      if (one.reservationProviders.book) found.bookable ??= one
      if (one.benefitAvailability.campaignCodes.includes('acclaimed')) found.acclaimed ??= one
    }
    if (Object.keys(found).length === 6) return
  }
})

/** The map is below the fold, so it does not load. */
const phone = { width: 390, height: 844 }

const at = (id: string, rest = '') => `${on.product.address('skyward')}/merchants/${id}${rest}`

test('show more reviews -> appended, first new one focused', async () => {
  const { page } = await openPage(on.browser, phone)
  await page.goto(at(found.reviewed!.id))
  await waitForRest(page)
  const reviews = page.locator('#reviews blockquote')
  await expect(reviews).toHaveCount(5)
  const before = await reviews.allInnerTexts()
  await page.getByRole('link', { name: 'Show more reviews' }).click()
  await expect.poll(() => reviews.count()).toBe(10)
  expect((await reviews.allInnerTexts()).slice(0, 5)).toEqual(before)
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toContain(await reviews.nth(5).innerText())
  expect(page.url()).toBe(at(found.reviewed!.id))
  expect(await accessibilityProblems(page)).toEqual([])
})

test('reviews: no script -> paged, with a way back', async () => {
  const { page } = await openPage(on.browser, undefined, { javaScriptEnabled: false })
  await page.goto(at(found.reviewed!.id))
  const first = await page.locator('#reviews blockquote').allInnerTexts()
  await page.getByRole('link', { name: 'Show more reviews' }).click()
  await page.waitForURL('**?reviews=2#reviews')
  const second = await page.locator('#reviews blockquote').allInnerTexts()
  expect(second).toHaveLength(5)
  expect(first.filter(text => second.includes(text))).toEqual([])
  await page.getByRole('link', { name: 'Newer reviews' }).click()
  await page.waitForURL(/#reviews$/)
  await expect(page.locator('#reviews blockquote')).toHaveText(first, { useInnerText: true })
})

test('photo gallery: opened and browsed by keyboard, with alt texts; closed, focus returns', async () => {
  const { page } = await openPage(on.browser, phone)
  const { id, photos } = found.gallery!
  await page.goto(at(id))
  await waitForRest(page)
  const links = page.getByRole('list', { name: 'Photos' }).getByRole('link')
  await expect(links).toHaveCount(2)
  await expect(page.getByRole('img', { name: photos[0]!.alt, exact: true })).toBeVisible()
  await links.first().focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading')).toHaveText('Photo 2 of 3')
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('heading')).toHaveText('Photo 3 of 3')
  await expect(dialog.getByRole('img', { name: photos[2]!.alt })).toBeVisible()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(links.first()).toBeFocused()
})

test('order online -> names the site first; closed, focus returns', async () => {
  const { page } = await openPage(on.browser, phone)
  const { id, onlineOrdering } = found.ordering!
  await page.goto(at(id))
  await waitForRest(page)
  const order = page.getByRole('link', { name: 'Order online' })
  await order.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await expect(dialog).toContainText(new URL(onlineOrdering!.origin).host, { useInnerText: true })
  expect(await dialog.getByRole('link', { name: 'Continue to order' }).getAttribute('href')).toBe(
    onlineOrdering!.url,
  )
  expect(await accessibilityProblems(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  expect(await order.evaluate(link => link === document.activeElement)).toBe(true)
  expect(page.url()).toBe(at(id))
})

test('menu pictures: arrow keys -> page through; closed, focus returns', async () => {
  const { page } = await openPage(on.browser, phone)
  const { id, menuImages } = found.pictured!
  await page.goto(at(id))
  await waitForRest(page)
  const first = page.getByRole('link', { name: `Menu, page 1 of ${menuImages.length}` })
  await first.focus()
  await page.keyboard.press('Enter')
  const heading = page.getByRole('dialog').getByRole('heading')
  await heading.waitFor()
  const shown = []
  for (const key of ['ArrowRight', 'ArrowLeft', 'ArrowLeft']) {
    await page.keyboard.press(key)
    shown.push(await heading.innerText())
  }
  const title = (number: number) => `Menu, page ${number} of ${menuImages.length}`
  expect(shown).toEqual([title(2), title(1), title(menuImages.length)])
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText(title(menuImages.length), {
    useInnerText: true,
  })
  expect(await accessibilityProblems(page)).toEqual([])
  await page.keyboard.press('Escape')
  await heading.waitFor({ state: 'hidden' })
  expect(await first.evaluate(link => link === document.activeElement)).toBe(true)
})

test('structured data: page left -> removed from the head', async () => {
  const { page } = await openPage(on.browser)
  const { id, name } = found.ordering!
  await page.goto(at(id))
  await waitForRest(page)
  const blocks = page.locator('script[type="application/ld+json"]')
  await expect(blocks).toHaveCount(1)
  const [restaurant] = JSON.parse((await page.locator('head').locator(blocks).textContent()) ?? '')
  expect(restaurant).toMatchObject({ name })
  await page.getByRole('link', { name: 'Find a restaurant' }).first().click()
  await page.waitForURL('**/search')
  await expect.poll(() => blocks.count()).toBe(0)
})

test('picture fails to load -> placeholder colors', async () => {
  const { page } = await openPage(on.browser, undefined, { allowedErrors: failedRequests })
  await page.route('**/images/**', route => route.abort())
  await page.goto(at(found.ordering!.id))
  const picture = page.locator('main article img').first()
  await expect.poll(() => picture.getAttribute('src')).toBe(null)
  expect(await picture.evaluate(image => getComputedStyle(image).backgroundImage)).toContain('gradient')
  expect((await picture.boundingBox())?.height).toBeGreaterThan(300)
})

test('very long name -> no sideways scrolling', async () => {
  const { page } = await openPage(on.browser, { width: 320, height: 900 })
  await page.goto(at(found.ordering!.id))
  await waitForRest(page)
  await page.locator('h1').evaluate(heading => {
    heading.textContent = `Grandmother’s ${'long'.repeat(30)}`
  })
  expect(await scrollsSideways(page)).toBe(false)
})

test('booking bar on a phone: times scrolled away -> leads back to them, covers nothing', async () => {
  const { page } = await openPage(on.browser, { width: 390, height: 700 })
  await page.goto(at(found.bookable!.id))
  await waitForRest(page)
  const bar = page.getByRole('link', { name: 'Book a table' })
  await expect(bar).toBeHidden()
  await page.locator('#reviews').scrollIntoViewIfNeeded()
  await expect(bar).toBeVisible()
  // Focused elements scroll above the bar, and the page ends above it.
  const room = await bar.evaluate(link => ({
    bar: link.parentElement!.offsetHeight,
    focus: Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingBlockEnd),
    page: Number.parseFloat(getComputedStyle(document.body).paddingBlockEnd),
  }))
  expect(room.bar).toBeGreaterThan(44)
  expect(Math.min(room.focus, room.page)).toBeGreaterThanOrEqual(room.bar)
  await bar.click()
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('#reserve') !== null))
    .toBe(true)
  await bar.waitFor({ state: 'hidden' })
  expect(await scrollsSideways(page)).toBe(false)
})

test('share: not supported -> link is copied', async () => {
  const { page } = await openPage(on.browser, undefined, {
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await page.goto(at(found.ordering!.id))
  await waitForRest(page)
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('alert').getByText('The link is copied.').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(at(found.ordering!.id))
})

test('printed -> no control, and what one needs there', async () => {
  const { page } = await openPage(on.browser)
  await startSession(page, on.product.address('skyward'), 'member@skyward.example')
  await page.goto(at(found.bookable!.id))
  await waitForRest(page)
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('main :is(button, input, select):visible')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Reserve' })).toHaveCount(0)
  await expect(page.locator('address')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Hours' })).toBeVisible()
})

test('Acclaimed restaurant: tier does not cover it -> explains how to qualify', async () => {
  const { page } = await openPage(on.browser, phone)
  await startSession(page, on.product.address('skyward'), 'optedout@skyward.example')
  await page.goto(at(found.acclaimed!.id))
  await waitForRest(page)
  await expect(page.locator('main')).toContainText('Not yet: it is Acclaimed', { useInnerText: true })
  const badge = page.getByRole('button', { name: /Acclaimed/ })
  await badge.click()
  await page.getByRole('dialog').getByText('This one is Acclaimed').waitFor()
  await page.getByRole('button', { name: 'Not now' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  expect(await badge.evaluate(button => button === document.activeElement)).toBe(true)
})

test('unknown restaurant -> 404 with nearby restaurants', async () => {
  const { page } = await openPage(on.browser, undefined, { allowedErrors: failedRequests })
  const answer = await page.goto(at('no-such-place'))
  expect(answer?.status()).toBe(404)
  await expect(page.locator('h1')).toHaveText('We could not find that restaurant', { useInnerText: true })
  await expect(page.locator('main article')).toHaveCount(3)
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
})
