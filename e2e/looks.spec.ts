import type { Page } from 'playwright'
import { beforeAll, describe, expect, test } from 'vitest'
import { accessibilityProblems, openPage, scrollsSideways, signInOn, standsStill } from './support/browser.ts'
import { stage } from './support/stage.ts'

/** The first is that of the window in which pages open. */
const widths = [1280, 768, 390, 320]

const on = stage()
let restaurant: string
beforeAll(async () => {
  const { port } = on.product
  const near = 'latitude=40.7577&longitude=-73.9857&pageSize=1'
  const answer = await fetch(`http://localhost:${port}/api/v2/Merchants/Search?${near}`)
  const { merchants } = (await answer.json()) as { merchants: { id: string }[] }
  restaurant = `/merchants/${merchants[0]!.id}`
})

describe('whoever visits can use', () => {
  test.concurrent.each([
    { slug: 'skyward', ways: ['/login', '/join'] },
    { slug: 'harbor', ways: ['/login', '/join'] },
    { slug: 'cellwave', ways: ['/login', '/join'] },
    { slug: 'meridian', ways: ['/Login'] },
    { slug: 'tablefolk', ways: [] },
  ])('every page of $slug, on every screen', async ({ slug, ways }) => {
    const { page, complaints, context } = await openPage(on.browser)
    for (const path of ['/', '/search', restaurant, ...ways]) {
      await page.goto(on.product.address(slug) + path)
      await inspect(page)
    }
    expect(complaints).toEqual([])
    const missing = await page.goto(`${on.product.address(slug)}/nowhere`)
    expect(missing?.status()).toBe(404)
    await inspect(page)
    // That the page was not found is the one thing to complain of.
    expect(complaints).toEqual([expect.stringContaining('404')])
    await context.close()
  })
})

describe('members can use', () => {
  test.concurrent.each(['skyward', 'cellwave'])('their account at %s, on every screen', async slug => {
    const { page, complaints, context } = await openPage(on.browser)
    await signInOn(page, on.product.address(slug), `member@${slug}.example`)
    for (const path of ['overview', 'recent_activity', 'manage_cards']) {
      await page.goto(`${on.product.address(slug)}/account/${path}`)
      await inspect(page)
    }
    expect(complaints).toEqual([])
    await context.close()
  })
})

describe('whoever asks for it has', () => {
  test('less motion, on the home page and in the account', async () => {
    const { page, complaints, context } = await openPage(on.browser)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await homeAndAccount(page, async () => {
      expect(await accessibilityProblems(page)).toEqual([])
      expect(await longestMotion(page)).toBeLessThan(10)
    })
    expect(complaints).toEqual([])
    await context.close()
  })

  test('their own colours, on the home page and in the account', async () => {
    const { page, complaints, context } = await openPage(on.browser)
    await page.emulateMedia({ forcedColors: 'active' })
    await homeAndAccount(page, async () => {
      // axe takes text for what it is filled with in the styles, which the browser has put its own colour in place of.
      expect(await accessibilityProblems(page, ['color-contrast'])).toEqual([])
      expect(await ownTextColours(page)).toEqual([])
    })
    expect(complaints).toEqual([])
    await context.close()
  })
})

async function homeAndAccount(page: Page, check: () => Promise<void>): Promise<void> {
  await page.goto(on.product.address('skyward'))
  await standsStill(page)
  await check()
  await signInOn(page, on.product.address('skyward'), 'member@skyward.example')
  await standsStill(page)
  await check()
}

/** Nothing that keeps anyone out, and nothing that sticks out, at any width. */
async function inspect(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await standsStill(page)
    expect(await accessibilityProblems(page), `${page.url()} at ${width} px`).toEqual([])
    expect(await scrollsSideways(page), `${page.url()} scrolls sideways at ${width} px`).toBe(false)
  }
}

/** Of all transitions and animations that the page's elements may have, in ms. */
function longestMotion(page: Page): Promise<number> {
  return page.evaluate(() => {
    const seconds = [...document.querySelectorAll('*')].flatMap(element => {
      const { transitionDuration, animationDuration } = getComputedStyle(element)
      return [...transitionDuration.split(','), ...animationDuration.split(',')].map(Number.parseFloat)
    })
    return Math.max(...seconds) * 1_000
  })
}

/** Elements with text that keep colours of the theme where people have asked for their own. */
function ownTextColours(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter(element => getComputedStyle(element).forcedColorAdjust !== 'auto')
      .filter(element => !element.closest('svg') && element.textContent?.trim())
      .map(element => element.outerHTML.slice(0, 120)),
  )
}
