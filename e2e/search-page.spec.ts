import type { Page } from '@playwright/test'
import {
  accessibilityProblems,
  failedRequests,
  openPage,
  type PageOptions,
  scrollsSideways,
  startSession,
  type WatchedPage,
  waitForHydration,
} from './support/browser.ts'
import { expect, setUpSharedProduct, test } from './support/journey.ts'

const on = setUpSharedProduct()
const soon = <T>(look: () => T | Promise<T>) => expect.poll(look, { timeout: 60_000 })
const phone = { width: 390, height: 844 }
const desk = { width: 1280, height: 900 }

test.describe('search', () => {
  test('ZIP code from the suggestions by keyboard -> finds restaurants', async () => {
    const { page } = await open('/search')
    const location = page.getByRole('combobox', { name: 'Location' })
    await page.locator('#search-location').focus()
    await location.waitFor()
    await expect(location).toHaveAttribute('aria-expanded', 'true')
    await expect.poll(() => options(page)).toEqual(['Current Location'])

    await page.keyboard.type('1003')
    await page.getByRole('option', { name: '10036 (New York, NY)' }).waitFor()
    await page.keyboard.press('Escape')
    await expect(location).toHaveAttribute('aria-expanded', 'false')
    await expect(location).toHaveValue('1003')

    await page.keyboard.type('6')
    await soon(() => options(page)).toEqual(['Current Location', '10036 (New York, NY)'])
    await page.keyboard.press('ArrowUp')
    const active = await location.getAttribute('aria-activedescendant')
    await expect(page.locator(`[id="${active}"]`)).toHaveText('10036 (New York, NY)', { useInnerText: true })
    await page.keyboard.press('Enter')
    await page.waitForURL('**/search?location=10036**')
    await expect(location).toHaveValue('10036 (New York, NY)')
    expect(await location.evaluate(input => input === document.activeElement)).toBe(true)
    await soon(() => page.title()).toMatch(/^Restaurants near 10036/)
  })

  test('dish from the suggestions by keyboard -> finds restaurants that have it, and is offered again', async () => {
    const { page } = await open('/search')
    await page.locator('#search-query').focus()
    const query = page.getByRole('combobox', { name: 'Restaurant or cuisine' })
    await query.waitFor()
    await page.keyboard.type('tonko')
    await page.getByRole('option', { name: /^Tonkotsu/ }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/search?restaurantOrCuisine=Tonkotsu**')
    await expect(query).toHaveValue('Tonkotsu')
    await soon(() => names(page).then(list => list.length)).toBeGreaterThan(0)

    await query.fill('')
    await page.getByRole('option', { name: 'Tonkotsu Recent' }).waitFor()
    await page.getByRole('option', { name: 'Clear recent searches' }).click()
    await soon(() => options(page)).toEqual([])
  })

  test('restaurant from the suggestions -> its page', async () => {
    const { page } = await open('/')
    await page.locator('#home-query').fill('shoyu str')
    await page.getByRole('option', { name: /^Shoyu Street/ }).click()
    await page.waitForURL('**/merchants/shoyu-street')
    await page.getByRole('heading', { level: 1, name: 'Shoyu Street' }).waitFor()
  })

  test('words that mean filters -> filters that can be removed', async () => {
    const { page } = await open('/search?latitude=40.7577&longitude=-73.9857')
    await page.getByRole('textbox', { name: 'Restaurant or cuisine' }).fill('vegetarian ramen for 8')
    await page.keyboard.press('Enter')
    await page.waitForURL(
      url =>
        url.searchParams.get('diets') === 'vegetarian' &&
        url.searchParams.get('features') === 'goodForGroups',
    )
    await expect(page.locator('#search-query')).toHaveValue('ramen')
    await page.getByRole('link', { name: 'Remove Good for groups' }).press('Enter')
    await page.waitForURL(url => !url.searchParams.has('features') && url.searchParams.has('diets'))
  })

  test('cuisines in the filters -> all with counts, several at once', async () => {
    const { page } = await open('/search?latitude=40.7577&longitude=-73.9857', phone)
    await page.locator('#more-filters').click()
    const sheet = page.getByRole('dialog', { name: 'Filters' })
    await sheet.getByRole('checkbox', { name: /^Peruvian, \d+ restaurants$/ }).check()
    await sheet.getByRole('checkbox', { name: /^Korean, \d+ restaurants$/ }).check()
    await page.waitForURL(url => url.searchParams.getAll('cuisines').length === 2)
    expect(await accessibilityProblems(page)).toEqual([])
  })

  test('guides: suggested by their title; after results that one of them names', async () => {
    const { page } = await open('/search')
    await page.getByLabel('Restaurant or cuisine').fill('date ni')
    await page.getByRole('option', { name: /Date night downtown/ }).click()
    await page.waitForURL('**/guides/date-night-downtown')
    await page.goto(`${on.product.address('skyward')}/search?restaurantOrCuisine=La+Vigilia`)
    await page.locator('footer').scrollIntoViewIfNeeded()
    await page.getByRole('heading', { name: 'In our guides' }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.locator('main').getByRole('link', { name: 'Date night downtown' }).click()
    await page.waitForURL('**/guides/date-night-downtown')
  })

  test('text, filter, order and page -> back and forward restore each step', async () => {
    const { page } = await open('/search?location=New+York%2C+NY')
    const first = await names(page)
    await page.getByRole('checkbox', { name: /\$15 to \$30/ }).check()
    await page.waitForURL('**priceRange=2**')
    await page.getByRole('link', { name: /Remove .*\$15 to \$30/ }).waitFor()

    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('rating')
    await page.waitForURL('**sortBy=rating**')
    await page.getByRole('link', { name: 'Page 2', exact: true }).click()
    await page.waitForURL('**pageNo=2**')
    await shown(page)
    await soon(() => page.locator('[aria-current="page"]').last().innerText()).toBe('2')
    await soon(() => focused(page)).toMatch(/^\d+ restaurants near New York, NY\s*, Page 2$/)
    await expect(page).toHaveTitle(/^Restaurants near New York, NY · Page 2/)
    const second = await names(page)
    const total = await count(page)

    for (const gone of ['pageNo=2', 'sortBy=rating', 'priceRange=2']) {
      await page.goBack()
      await soon(() => page.url()).not.toContain(gone)
    }
    await soon(() => names(page)).toEqual(first)
    for (const _ of [1, 2, 3]) await page.goForward()
    await soon(() => names(page)).toEqual(second)
    await expect.poll(() => count(page)).toBe(total)
  })

  test('filter counts -> match the results; active filters can be removed', async () => {
    const { page } = await open('/search?restaurantOrCuisine=ramen')
    const counted = page.locator('main form [type="checkbox"]:enabled')
    await expect(counted.nth(2)).toBeAttached()
    const said = await counted.first().getAttribute('aria-label')
    await counted.first().check()
    await page.waitForURL('**priceRange=**')
    await soon(() => count(page)).toBe(Number(/(\d+) restaurants/.exec(said ?? '')?.[1]))
    await expect(page.locator('main form [type="checkbox"]:checked:disabled')).toHaveCount(0)

    await page.getByRole('link', { name: 'Clear all' }).click()
    await soon(() => new URL(page.url()).search).toBe('?restaurantOrCuisine=ramen')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('more-filters')
  })

  test('no results -> every suggestion finds something', async () => {
    const { page } = await open('/search?location=New+York%2C+NY&restaurantOrCuisine=zzyzx&isNew=true')
    const ways = page.locator('main').getByRole('link', { name: /\(\d+\)$/ })
    await expect(ways.nth(0)).toBeAttached()
    const announced = Number(/\((\d+)\)$/.exec(await ways.first().innerText())?.[1])
    await ways.first().click()
    await soon(() => count(page)).toBe(announced)
  })

  test('no results -> names the cause and removes it in one click', async () => {
    const { page } = await openPage(on.browser)
    for (const [query, cause, way] of [
      ['restaurantOrCuisine=zzyzx', 'No matches for “zzyzx”', 'Search without “zzyzx”'],
      ['priceRange=4&mealsServed=breakfast&isNew=true', 'Nothing clears every filter', 'Clear all filters'],
      ['location=Yonkers%2C+NY&radiusMiles=0.5', 'Nothing lands this close', 'Search within 100 miles'],
      ['location=Boise%2C+ID', 'No participating restaurants in this area yet', /^See \d+ in New York$/],
    ] as const) {
      await page.goto(`${on.product.address('skyward')}/search?${query}`)
      await waitForHydration(page, 'main form')
      await page.getByText(cause).waitFor()
      await page.getByRole('link', { name: way }).press('Enter')
      await soon(() => names(page).then(list => list.length)).toBeGreaterThan(0)
      expect(await page.evaluate(() => document.activeElement === document.body), query).toBe(false)
    }
  })

  test('page past the last -> links to the first', async () => {
    const { page } = await open('/search?pageNo=999')
    await page.getByRole('link', { name: 'Go to the first page' }).click()
    await soon(() => names(page).then(list => list.length)).toBeGreaterThan(3)
    expect(page.url()).not.toContain('pageNo')
  })

  test('request fails -> retry keeps the input, and what is typed while a page loads', async () => {
    const { page } = await open('/search', desk, {
      allowedErrors: failedRequests,
    })
    await page.route('**/api/v2/Merchants/Search*', route => route.abort())
    await page.locator('[name="location"]').fill('Austin, TX')
    await page.locator('[name="restaurantOrCuisine"]').fill('tacos')
    await page.locator('main form button', { hasText: 'Search' }).click()
    await page.getByText('Hang in there').waitFor()
    await expect(page.locator('[name="restaurantOrCuisine"]')).toHaveValue('tacos')
    await page.unroute('**/api/v2/Merchants/Search*')
    await page.getByRole('button', { name: 'Search again' }).click()
    await soon(() => names(page).then(list => list.length)).toBeGreaterThan(0)
    await soon(() => focused(page)).toMatch(/^\d+ restaurants? near Austin/)
    await expect(page).toHaveTitle(/^Tacos near Austin, TX/)

    const query = page.locator('[name="restaurantOrCuisine"]')
    await query.fill('pizza')
    await query.evaluate(async (input: HTMLInputElement) => {
      input.form?.requestSubmit()
      // The field changes before the router announces the next page.
      await null
      input.value = 'pizza slice'
    })
    await expect(page).toHaveTitle(/^Pizza near Austin, TX/)
    await expect(query).toHaveValue('pizza slice')
  })

  test('location cleared -> near the visitor; unknown -> error at the field', async () => {
    const { page } = await open('/search?location=Austin%2C+TX')
    const location = page.locator('[name="location"]')
    await location.fill('')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/search?location=Current+Location')
    await soon(() => names(page).then(list => list.length)).toBeGreaterThan(3)
    await expect(location).not.toHaveAttribute('aria-invalid')
    // The address changes before the page does.
    await expect(location).toHaveValue('Current Location')
    await location.fill('Qwertyville')
    await page.keyboard.press('Enter')
    await page.getByText('We couldn’t find “Qwertyville”').waitFor()
    await expect(location).toHaveValue('Qwertyville')
    await expect(location).toHaveAttribute('aria-invalid', 'true')
  })

  test('state -> its restaurants, however far from its middle', async () => {
    const { page } = await open('/search?location=Illinois')
    await soon(() => names(page).then(list => list.length)).toBeGreaterThan(3)
    await expect(page).toHaveTitle(/near Illinois/)
  })
})

test.describe('search on a phone', () => {
  test('map and list -> switch, also by back and forward', async () => {
    const { page } = await open('/search?location=Austin%2C+TX', phone, { map: true })
    await expect(page.locator('canvas')).toHaveCount(0)
    await page.getByRole('link', { name: 'Show map' }).click()
    await page.waitForURL('**view=map**')
    await page.getByLabel('Map of restaurants').first().waitFor()
    await expect(page.locator('[name="location"]')).toBeHidden()
    await page.getByText('Change search').click()
    await expect(page.locator('[name="location"]')).toBeVisible()
    expect(await scrollsSideways(page)).toBe(false)
    await page.getByRole('link', { name: 'Show list' }).click()
    await soon(() => page.url()).not.toContain('view=map')
    await page.goForward()
    await page.waitForURL('**view=map**')
    await page.goBack()
    await page.locator('main li article').first().waitFor()
  })

  test('filter sheet -> holds the focus and returns it', async () => {
    const { page } = await open('/search', phone)
    const opener = page.locator('#more-filters')
    await opener.click()
    const sheet = page.getByRole('dialog', { name: 'Filters' })
    await sheet.waitFor()
    await sheet.getByRole('checkbox', { name: /^Lunch/ }).check()
    await page.waitForURL('**mealsServed=lunch**')
    await soon(async () => {
      const show = sheet.getByRole('button', { name: `Show ${await count(page)} restaurants` })
      return show.count()
    }).toBe(1)
    expect(await accessibilityProblems(page)).toEqual([])
    await page.keyboard.press('Escape')
    expect(await opener.evaluate(button => button === document.activeElement)).toBe(true)
    await page.getByRole('checkbox', { name: /^New/ }).check()
    await page.waitForURL('**isNew=true**')
    expect(page.url()).toContain('mealsServed=lunch')
  })
})

test('filter the partner does not have -> ignored, with a message', async () => {
  const { page } = await openPage(on.browser, phone, { javaScriptEnabled: false })
  await page.goto(`${on.product.address('cellwave')}/search`)
  const total = await count(page)
  await page.goto(`${on.product.address('cellwave')}/search?acclaimed=true`)
  await expect.poll(() => count(page)).toBe(total)
  await expect(page.getByRole('link', { name: /^Remove/ })).toHaveCount(0)
  await expect(page.locator('main')).toContainText('means nothing to us', { useInnerText: true })
  await expect(page.locator('main')).not.toHaveText(/acclaimed/i, { useInnerText: true })
})

test('most to earn: chosen by a member -> places with an offer first; no visitor is asked', async () => {
  const address = on.product.address('skyward')
  const { page } = await openPage(on.browser, phone)
  await page.goto(`${address}/search`)
  await shown(page)
  const sort = page.getByRole('combobox', { name: 'Sort by' })
  await expect(sort.getByRole('option')).toHaveText(['Nearest', 'Best rated', 'Name', 'Newest'])

  await startSession(page, address, 'member@skyward.example')
  await page.goto(`${address}/search`)
  await shown(page)
  await sort.selectOption('Most to earn')
  await page.waitForURL('**sortBy=reward**')
  await expect(page.locator('main article').first()).toContainText('Extra')
})

test('filters: no script -> shown on the page', async () => {
  const { page } = await openPage(on.browser, phone, { javaScriptEnabled: false })
  await page.goto(`${on.product.address('skyward')}/search?restaurantOrCuisine=pizza`)
  await page.locator('#more-filters').click()
  await page.waitForURL('**filters=all**')
  await page.getByRole('checkbox', { name: /^Takeout/ }).check()
  await page.getByRole('button', { name: /^Show \d+ restaurants?$/ }).click()
  await page.waitForURL('**features=takeout**')
  expect(new URL(page.url()).searchParams.get('restaurantOrCuisine')).toBe('pizza')
  expect((await names(page)).length).toBeGreaterThan(0)
})

const malformed = [
  'view=map&bounds=-97.76,30.26,-97.73,30.28',
  'latitude=999&longitude=5',
  'radiusMiles=-1',
  'pageNo=1e9',
  `restaurantOrCuisine=${'x'.repeat(10_000)}`,
  `location=${encodeURIComponent('🍕'.repeat(300))}`,
  `location=${encodeURIComponent('مطعم‎')}&restaurantOrCuisine=${encodeURIComponent('\u202Eneמסעדה')}`,
  'bounds=1,2,3&priceRange=9&sortBy=%00&location=%00%E0%A4%A',
]
test('malformed URLs -> show a search page', async () => {
  const { page } = await openPage(on.browser, phone)
  for (const query of malformed) {
    const answer = await page.goto(`${on.product.address('skyward')}/search?${query}`)
    expect(answer?.status(), query).toBe(200)
    await page.locator('main h2').first().waitFor({ state: 'attached' })
    await expect(page.getByText('Hang in there'), query).toHaveCount(0)
    expect(await scrollsSideways(page), query).toBe(false)
  }
})

const unsupported = [
  ['latitude=999&longitude=5', 'That location isn’t valid'],
  ['location=Current+Map+View', 'That location isn’t valid'],
  ['priceRange=9', 'We ignored a part of this link that isn’t a valid filter'],
  [`restaurantOrCuisine=${'ramen+'.repeat(1_700)}`, 'Your search was too long'],
] as const
test('unsupported values -> explained, also without script', async () => {
  const { page } = await openPage(on.browser, phone, { javaScriptEnabled: false })
  for (const [query, said] of unsupported) {
    await page.goto(`${on.product.address('skyward')}/search?${query}`)
    await expect(page.getByText(said), query).toBeVisible()
    await expect(page.getByText('Hang in there'), query).toHaveCount(0)
  }
})

async function open(path: string, viewport = desk, options: PageOptions = {}): Promise<WatchedPage> {
  const opened = await openPage(on.browser, viewport, options)
  await opened.page.goto(on.product.address('skyward') + path)
  await waitForHydration(opened.page, 'main form')
  return opened
}

/** Results of the address are on screen, not those before it. */
const shown = (page: Page) => page.locator('main section[aria-busy="false"] h2').first().waitFor()
const options = (page: Page) => page.locator('[role="option"]:visible').allInnerTexts()
const names = (page: Page) => page.locator('main li article h3').allInnerTexts()

async function count(page: Page): Promise<number> {
  const [said] = await page.locator('main section h2').allInnerTexts()
  return Number(/^([\d,]+) restaurants?/.exec(said ?? '')?.[1]?.replace(',', ''))
}

const focused = (page: Page) => page.evaluate(() => (document.activeElement as HTMLElement).innerText)
