import type { Page } from '@playwright/test'
import { apiUser } from './support/api.ts'
import { failedRequests, inspect, openPage, startSession, waitForHydration } from './support/browser.ts'
import { expect, setUpProduct, test } from './support/journey.ts'
import { hasFocus } from './support/keyboard.ts'
import { availabilityPath, findTimes, freeTable, tablesOf, times, unfoldFields } from './support/tables.ts'

const on = setUpProduct()

const form = '#reserve form'

test.describe('booking problem', () => {
  test('second table at the same restaurant within two hours -> refused, offers another time', async () => {
    const { page, table } = await memberAt(2)
    const dialog = page.getByRole('dialog')
    await times(page).nth(0).click()
    await dialog.getByRole('button', { name: 'Book this table' }).click()
    // Reloading the URL must not book again.
    await expect.poll(() => new URL(page.url()).searchParams.has('slot')).toBe(false)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.locator('#reserve').getByText('You already have a table here at').waitFor()
    await expect(times(page).nth(1)).toHaveAttribute('aria-disabled', 'true')
    await inspect(page, 'all', '#reserve')
    // The page may not know of a table that was booked in a second tab.
    const nextDay = new Date(Date.parse(table.date) + 86_400_000).toISOString().slice(0, 10)
    await findTimes(page, nextDay)
    await page.route('**/api/Member/Reservations/Holds', route =>
      route.fulfill({ status: 400, json: { code: 'reservation_overlap', message: 'no', requestId: '1' } }),
    )
    await times(page).nth(2).click()
    await dialog.getByText('You already have a reservation at this location within 2 hours').waitFor()
    await inspect(page, 'all', 'dialog[open]')
    await dialog.getByRole('button', { name: 'Choose another time' }).click()
    await expect.poll(() => hasFocus(times(page).nth(2))).toBe(true)
  })

  test('party too large or day too soon -> one click tries a possible one', async () => {
    const { page } = await openPage(on.browser, undefined, { allowedErrors: failedRequests })
    const table = await freeTable(on.product.address('skyward'), 3)
    const at = on.product.address('skyward') + table.path
    await page.goto(`${at}?date=${table.date}&time=19:00&partySize=19`)
    await waitForHydration(page, form)
    await page.getByText(/For parties above \d+, please call the restaurant\./).waitFor()
    await expect(page.locator('#reserve a[href^="tel:"]')).toBeVisible()
    await inspect(page, 'all', '#reserve')
    await page
      .locator('#reserve')
      .getByRole('link', { name: /^Try for / })
      .click()
    await times(page).first().waitFor()
    // The link is removed; its result has the focus.
    expect(await page.evaluate(() => document.activeElement?.matches('#reserve div'))).toBe(true)
    expect(Number(await page.locator('#reserve-party').inputValue())).toBeLessThan(19)
    await unfoldFields(page)
    await page.locator('#reserve-party').selectOption('2')
    const first = (await page.locator('#reserve-date').getAttribute('min'))!
    await page.locator('#reserve-date').fill(first)
    await page.getByRole('button', { name: 'Find times' }).click()
    await page.getByText('That is too soon to book online.').waitFor()
    await page.locator('#reserve a', { hasText: /^Try / }).click()
    await expect.poll(() => page.locator('#reserve-date').inputValue()).not.toBe(first)
    for (const day of ['', '2019-01-01']) {
      await page.locator('#reserve-date').fill(day)
      await page.getByRole('button', { name: 'Find times' }).click()
      await page.getByText('Choose today or a later day.').waitFor()
      await expect(page.locator('#reserve-date')).toBeFocused()
      await findTimes(page, table.date)
    }
  })

  test('availability fails -> retry shows the times', async () => {
    const { page } = await openPage(on.browser, undefined, { allowedErrors: failedRequests })
    const table = await freeTable(on.product.address('skyward'), 3)
    await page.goto(on.product.address('skyward') + table.path)
    await waitForHydration(page, form)
    await page.route('**/Availability?**', route => route.fulfill({ status: 503, json: {} }))
    await unfoldFields(page)
    await page.locator('#reserve-date').fill(table.date)
    await page.getByRole('button', { name: 'Find times' }).click()
    await page.getByText('We could not look up times just now.').waitFor()
    await inspect(page, 'all', '#reserve')
    await page.unroute('**/Availability?**')
    await page.locator('#reserve').getByRole('button', { name: 'Try again' }).click()
    await times(page).first().waitFor()
  })

  test('connection drops after the booking arrived -> booked once', async () => {
    const { page, table } = await memberAt(4)
    const dialog = page.getByRole('dialog')
    const keys: (string | undefined)[] = []
    await page.route('**/api/Member/Reservations', async route => {
      // The page also lists them.
      if (route.request().method() !== 'POST') return route.continue()
      keys.push(route.request().headers()['idempotency-key'])
      // Resolve *.localhost to this machine on every system.
      const { host } = new URL(route.request().url())
      const url = `http://localhost:${on.product.port}/api/Member/Reservations`
      await route.fetch({ url, headers: { ...(await route.request().allHeaders()), host } })
      return keys.length < 4 ? route.abort('connectionreset') : route.continue()
    })
    await times(page).nth(1).click()
    await dialog.getByRole('button', { name: 'Book this table' }).click()
    await dialog.getByText('The connection dropped.').waitFor()
    await dialog.getByText('Connection lost').waitFor()
    // An unconfirmed attempt may be booked, so no second one is offered.
    await expect(dialog.getByRole('button', { name: 'Choose another time' })).toHaveCount(0)
    await inspect(page, 'all', 'dialog[open]')
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await dialog.getByText('Confirmation code').waitFor()
    expect(keys).toHaveLength(4)
    expect(new Set(keys).size).toBe(1)
    await page.unroute('**/api/Member/Reservations')
    const address = on.product.address('skyward')
    expect(await tablesOf(address, 'member@skyward.example', table.merchantId)).toBe(1)
  })

  test('table taken meanwhile -> shows and focuses the remaining times', async () => {
    const { page } = await memberAt(5)
    const dialog = page.getByRole('dialog')
    await page.route('**/api/Member/Reservations', route =>
      route.fulfill({ status: 400, json: { code: 'slot_unavailable', message: 'gone', requestId: '1' } }),
    )
    await times(page).nth(1).click()
    await dialog.getByRole('button', { name: 'Book this table' }).click()
    await dialog.getByText('Someone just booked that table.').waitFor()
    await inspect(page, 'all', 'dialog[open]')
    const again = page.waitForResponse('**/Availability?**')
    await dialog.getByRole('button', { name: 'See other times' }).click()
    await again
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('#reserve') !== null))
      .toBe(true)
  })

  test('restaurant closed that day -> names the weekday, offers another day', async () => {
    const { page } = await openPage(on.browser, undefined, { allowedErrors: failedRequests })
    const { path, date, weekday } = await closedDay()
    await page.goto(`${on.product.address('skyward')}${path}?date=${date}&time=19:00&partySize=2`)
    await waitForHydration(page, form)
    await page.getByText(`Closed on ${weekday}s. Try another day.`).waitFor()
    await inspect(page, 'all', '#reserve')
    await page.locator('#reserve').getByRole('link', { name: /^Try / }).click()
    await times(page).first().waitFor()
    expect(await page.locator('#reserve-date').inputValue()).not.toBe(date)
  })

  test('availability of the chosen time fails -> dialog offers a retry', async () => {
    const { page } = await openPage(on.browser, undefined, { allowedErrors: failedRequests })
    const address = on.product.address('skyward')
    const table = await freeTable(address, 6)
    const { body } = await apiUser(address).get<{ slots: { slotId: string }[] }>(
      `/api/v2/Merchants/${table.merchantId}/Availability?date=${table.date}&time=19:00&partySize=2`,
    )
    await page.goto(`${address}/search`)
    await waitForHydration(page, 'main form')
    await page.route('**/Availability?**', route => route.fulfill({ status: 503, json: {} }))
    // The change is client-side, as after a step back.
    await page.evaluate(
      to => {
        history.pushState(null, '', to)
        dispatchEvent(new PopStateEvent('popstate'))
      },
      `${availabilityPath(table)}&slot=${body.slots[1]!.slotId}`,
    )
    const dialog = page.getByRole('dialog')
    await dialog.getByText('We could not look up times just now.').waitFor()
    await inspect(page, 'all', 'dialog[open]')
    await page.unroute('**/Availability?**')
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await dialog.getByText('We bring you back to this table.').waitFor()
  })
})

test.describe('cancellation', () => {
  test('too late -> says so, reloads the list, shows the phone number', async () => {
    const { page } = await memberAt(7)
    const dialog = await booked(page)
    await page.route('**/api/Member/Reservations/*', route =>
      route.fulfill({
        status: 400,
        json: { code: 'outside_cancellation_window', message: 'late', requestId: '1' },
      }),
    )
    let lists = 0
    await page.route('**/api/Member/Reservations', async route => {
      lists++
      const { host } = new URL(route.request().url())
      const url = `http://localhost:${on.product.port}/api/Member/Reservations`
      const answer = await route.fetch({ url, headers: { ...(await route.request().allHeaders()), host } })
      const { items } = (await answer.json()) as { items: object[] }
      const late = items.map(item => ({ ...item, cancellableUntil: null }))
      await route.fulfill({ response: answer, json: { items: late } })
    })
    await dialog.getByRole('button', { name: 'Cancel this booking' }).click()
    await page.getByText('It is too late to cancel this table here.').first().waitFor()
    await page.getByText('Too late to cancel here.').first().waitFor()
    expect(lists).toBe(1)
    await expect(page.locator('main li a[href^="tel:"]').first()).toBeVisible()
    await expect(page.getByText('Can be canceled here until')).toHaveCount(0)
    await inspect(page, 'all', 'main')
  })
})

/** It is a bookable restaurant with known hours, within the days ahead. */
async function closedDay() {
  const user = apiUser(on.product.address('skyward'))
  const near = 'latitude=40.7577&longitude=-73.9857&reservations=true&pageSize=30'
  const { body } = await user.get<{ merchants: { id: string }[] }>(`/api/v2/Merchants/Search?${near}`)
  for (const { id } of body.merchants) {
    const { hours } = (await user.get<{ hours: Record<string, object[]> }>(`/api/v2/Merchants/${id}`)).body
    for (let days = 2; days < 9; days++) {
      const day = new Date(Date.now() + days * 86_400_000)
      const weekday = day.toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' })
      if (Object.keys(hours).length > 0 && !hours[weekday.slice(0, 3)]?.length)
        return { path: `/merchants/${id}`, date: day.toISOString().slice(0, 10), weekday }
    }
  }
  throw new Error('All of them are open on all days.')
}

/** It is a member with times on screen, at a restaurant of this journey only. */
async function memberAt(skip: number) {
  const address = on.product.address('skyward')
  const table = await freeTable(address, skip)
  const { page, context } = await openPage(on.browser, undefined, { allowedErrors: failedRequests })
  await startSession(page, address, 'member@skyward.example')
  await page.goto(address + availabilityPath(table))
  await waitForHydration(page, form)
  await times(page).first().waitFor()
  return { page, context, table }
}

/** Book a time, open the reservations, and press cancel. */
async function booked(page: Page) {
  const dialog = page.getByRole('dialog')
  await times(page).nth(1).click()
  await dialog.getByRole('button', { name: 'Book this table' }).click()
  await dialog.getByRole('link', { name: 'See my reservations' }).click()
  await page.waitForURL('**/account/reservations')
  await page
    .getByRole('button', { name: /Cancel this booking/ })
    .first()
    .click()
  return dialog
}
