import type { Page } from '@playwright/test'
import { inspect, settle, waitForRest } from './support/browser.ts'
import { expect, setUpSharedProduct, test } from './support/journey.ts'
import { member, remember, visitor, waitForPopups, waitForWidgets } from './support/prompts.ts'
import { availabilityPath, freeTable, times, unfoldFields } from './support/tables.ts'

const on = setUpSharedProduct()

test.describe('popup', () => {
  test('shown -> once per type, closes by key, returns the focus', async () => {
    const { page } = await visitor(on, 'tablefolk', '/how-it-works')
    const link = page.locator('header').getByRole('link', { name: 'The list', exact: true })
    await link.focus()
    await waitForPopups(page)
    const popup = page.getByRole('dialog')
    await popup.waitFor()
    await inspect(page, 'all', 'dialog[open]')
    await page.keyboard.press('Escape')
    await popup.waitFor({ state: 'hidden' })
    await expect(link).toBeFocused()

    await page.reload()
    await waitForPopups(page)
    await expect(popup).toBeHidden()
    await remember(page, 'dw.popup', 'another-type')
    await waitForPopups(page)
    await popup.waitFor()
  })

  test('two due -> one per page, app announcement once a day', async () => {
    const { page } = await visitor(on, 'meridian', '/how-it-works')
    await waitForPopups(page)
    const dialogs = page.locator('dialog[open]')
    await dialogs.getByRole('link', { name: 'Continue with Meridian Club' }).waitFor()
    await inspect(page, 'all', 'dialog[open]')
    await dialogs.getByRole('button', { name: 'Not now' }).click()
    await waitForPopups(page)
    // The next prompt needs another page.
    await expect(dialogs).toHaveCount(0)

    await page.reload()
    await waitForPopups(page)
    await dialogs.getByRole('link', { name: /App Store/ }).waitFor()
    await expect(dialogs).toHaveCount(1)
    await inspect(page, 'all', 'dialog[open]')
    await dialogs.getByRole('button', { name: 'Not now' }).click()
    await page.reload()
    await waitForPopups(page)
    await expect(dialogs).toHaveCount(0)

    await remember(page, 'dw.appAnnouncement', new Date(Date.now() - 25 * 3_600_000).toISOString())
    await waitForPopups(page)
    await dialogs.getByRole('link', { name: /App Store/ }).waitFor()
  })

  test('first page of a visit -> waits until a second page was scrolled', async () => {
    const { page } = await visitor(on, 'tablefolk', '/how-it-works', () =>
      localStorage.removeItem('dw.scrolledPages'),
    )
    await scroll(page)
    await waitForPopups(page)
    await expect(page.getByRole('dialog')).toBeHidden()
    await scrollSecondPage(page)
  })

  test('visitor is typing -> waits', async () => {
    const { page } = await visitor(on, 'tablefolk', '/search')
    await page.locator('main [name="restaurantOrCuisine"]').fill('ramen')
    await waitForPopups(page)
    await expect(page.getByRole('dialog')).toBeHidden()
  })

  test('visitor is choosing a table -> waits', async () => {
    const { path, date } = await freeTable(on.product.address('meridian'))
    const { page } = await visitor(on, 'meridian', path)
    await unfoldFields(page)
    await page.locator('#reserve-party').selectOption('3')
    await page.locator('h1').click()
    await waitForPopups(page)
    await expect(page.locator('dialog[open]')).toHaveCount(0)
    await page.goto(on.product.address('meridian') + availabilityPath({ path, date, merchantId: '' }))
    await times(page).first().waitFor()
    await waitForPopups(page)
    await expect(page.locator('dialog[open]')).toHaveCount(0)
  })

  test('no local storage -> shown once per document', async () => {
    const { page } = await visitor(on, 'tablefolk', '/how-it-works', () => {
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('denied', 'SecurityError')
        },
      })
    })
    await scroll(page)
    await waitForPopups(page)
    await scrollSecondPage(page)
    await page.keyboard.press('Escape')
    await page.locator('header').getByRole('link', { name: 'The list', exact: true }).click()
    await page.waitForURL('**/search')
    await waitForPopups(page)
    await expect(page.getByRole('dialog')).toBeHidden()
  })
})

async function scrollSecondPage(page: Page): Promise<void> {
  await page.locator('header').getByRole('link', { name: 'Guides', exact: true }).click()
  await page.waitForURL('**/guides')
  await page.getByRole('heading', { level: 1, name: 'Guides' }).waitFor()
  await page.setViewportSize({ width: 1280, height: 400 })
  await scroll(page)
  await waitForPopups(page)
  await page.getByRole('dialog').waitFor()
}

/** The page hears of a scroll a moment after it is drawn. */
async function scroll(page: Page): Promise<void> {
  await settle(page)
  await page.mouse.wheel(0, 100)
  await page.waitForFunction(() => scrollY > 0)
  await settle(page)
}

test('announcement closed -> gone, focus on the page, and it stays closed', async () => {
  const { page } = await visitor(on, 'skyward', '/')
  const banner = page.getByRole('complementary', { name: 'Announcement' })
  await inspect(page, 'all', 'aside[aria-label=Announcement]')
  await banner.getByRole('button', { name: 'Close the announcement' }).press('Enter')
  await expect(banner).toHaveCount(0)
  await expect(page.locator('#main')).toBeFocused()
  await page.goto(`${on.product.address('skyward')}/search`)
  await page.locator('main h1').waitFor()
  await expect(banner).toHaveCount(0)
})

test.describe('survey bar', () => {
  test('answered in its frame, forged messages -> recorded once, not shown again', async () => {
    const { page } = await member(on, 'harbor')
    const bar = page.getByRole('region', { name: 'Survey' })
    const title = bar.getByRole('button', { name: /How is dining/ })
    await title.waitFor()
    await expect(title).toHaveAttribute('aria-expanded', 'false')
    await inspect(page, 'all', '[aria-label=Survey]')
    await title.click()
    const form = page.frameLocator('iframe')
    await form.getByRole('button', { name: 'Send my answers' }).waitFor()
    await inspect(page, 'all', null, [390])

    await forgeSubmissions(page)
    await page.clock.fastForward('00:10')
    await expect(form.getByRole('button', { name: 'Send my answers' })).toBeVisible()

    await form.getByRole('button', { name: 'Send my answers' }).click()
    await form.getByText('Please choose an answer.').first().waitFor()
    await form.getByRole('radio', { name: '4' }).check({ force: true })
    const saved = page.waitForResponse(/\/api\/Surveys\/first-dinners\/Answers$/)
    await form.getByRole('button', { name: 'Send my answers' }).click()
    const answer = await saved
    expect(await answer.json()).toEqual({ responseId: expect.stringMatching(/^[\da-f-]{36}$/) })
    expect(answer.request().postDataJSON()).toMatchObject({
      answers: { ease: '4' },
      context: { utm_source: '/account/overview', publicId: expect.any(String), partnerCode: 'Harbor Bank' },
    })
    await form.getByRole('status').waitFor()
    await page.clock.fastForward('00:05')
    await bar.waitFor({ state: 'detached' })

    await page.reload()
    await waitForWidgets(page)
    await waitForRest(page)
    await settle(page)
    await expect(bar).toBeHidden()
  })
})

test.describe('Acclaimed badge', () => {
  let path: string
  test.beforeAll(async () => {
    const near = 'latitude=40.7577&longitude=-73.9857&acclaimed=true&pageSize=1'
    const answer = await fetch(`http://localhost:${on.product.port}/api/v2/Merchants/Search?${near}`)
    const { merchants } = (await answer.json()) as { merchants: { id: string }[] }
    path = `/merchants/${merchants[0]!.id}`
  })

  test('member opted out of email -> explains how to qualify', async () => {
    const { page } = await member(on, 'skyward', 'optedout')
    await page.goto(on.product.address('skyward') + path)
    await waitForWidgets(page)
    const badge = page.getByRole('button', { name: /Acclaimed/ })
    // Focusing does not wait until it works, as pressing does.
    await expect(badge).toBeEnabled()
    await badge.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('link', { name: 'Go to my profile' }).waitFor()
    await inspect(page, 'all', 'dialog[open]')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await expect(badge).toBeFocused()
  })

  test('member who earns there -> no badge button', async () => {
    const { page } = await member(on, 'skyward')
    await page.goto(on.product.address('skyward') + path)
    await page.locator('main h1').waitFor()
    await expect(page.getByRole('button', { name: /Acclaimed/ })).toHaveCount(0)
  })
})

/** Post the "submitted" message from every source but the form. */
async function forgeSubmissions(page: Page): Promise<void> {
  await page.evaluate(() => {
    const frame = document.querySelector('iframe')!
    const embedId = new URL(frame.src).searchParams.get('embedId')
    const data = { type: 'form-submit', embedId, responseId: 'forged' }
    const source = frame.contentWindow
    // These messages have the right origin, but another window.
    window.postMessage(data, location.origin)
    dispatchEvent(new MessageEvent('message', { origin: location.origin, data }))
    // These messages have the right window, but another origin.
    for (const origin of [
      'null',
      'https://evil.example',
      `${location.origin}.evil.example`,
      'https://form.typeform.com',
    ])
      dispatchEvent(new MessageEvent('message', { origin, source, data }))
    // The right window and origin, another frame's id.
    const other = { ...data, embedId: 'another' }
    dispatchEvent(new MessageEvent('message', { origin: location.origin, source, data: other }))
  })
}
