import { chromium, type Page } from '@playwright/test'
import type { Figure } from '../figure.ts'
import type { App } from '../in-process-app.ts'
import { listedRows } from './console-rows.ts'

/** A quick turn of the wheel each frame, back and forth among the rows of the first page. */
const scroll = { frames: 240, pixels: 400, within: 6_000 }
const mostTimes = 1.5

/**
 * It measures the audit log in a browser: the work of scrolling it with all rows loaded, beside that with its first
 * page.
 */
export async function scrollingBudget(app: App, token: string): Promise<Figure> {
  const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  address.hostname = 'console.localhost'
  const executablePath = process.env.CHROMIUM_PATH
  const browser = await chromium.launch(executablePath ? { executablePath } : {})
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    await context.addCookies([{ name: 'dw_console', value: token, url: address.origin }])
    const page = await context.newPage()
    await page.goto(`${address.origin}/system/audit`)
    await page.locator('tbody tr').first().waitFor()
    const work = await workOf(page)
    const first = { ...(await page.evaluate(scrollTable, scroll)), work: await work() }
    await page.evaluate(loadRows, listedRows)
    await work()
    const all = { ...(await page.evaluate(scrollTable, scroll)), work: await work() }
    const times = all.work / first.work
    return {
      budget: 'console',
      what: `${listedRows.toLocaleString('en-US')} rows scrolled: at most ${mostTimes} times the work of one page, and few rows drawn`,
      measured: `${times.toFixed(2)} times, ${all.dropped} of ${scroll.frames} frames dropped (${first.dropped}), ${all.longTasks} tasks past 50 ms (${first.longTasks}), ${all.drawn} rows drawn`,
      isMet: times <= mostTimes && all.drawn <= 100,
    }
  } finally {
    await browser.close()
  }
}

/** @returns the milliseconds that the page's thread has worked since the call before. */
async function workOf(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  let before = 0
  const work = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    const total = metrics.find(({ name }) => name === 'TaskDuration')!.value * 1_000
    const since = total - before
    before = total
    return since
  }
  await work()
  return work
}

/** Runs in the page. */
async function loadRows(rows: number): Promise<void> {
  const table = document.querySelector('table')!
  const view = table.closest<HTMLElement>('[tabindex="0"]')!
  while (Number(table.getAttribute('aria-rowcount')) <= rows) {
    view.scrollTop = view.scrollHeight
    await new Promise(resolve => requestAnimationFrame(resolve))
  }
}

/** Runs in the page. Dropped are frames that took twice as long as the usual one. */
async function scrollTable({ frames, pixels, within }: { frames: number; pixels: number; within: number }) {
  const table = document.querySelector('table')!
  const view = table.closest<HTMLElement>('[tabindex="0"]')!
  const nextFrame = () => new Promise<number>(resolve => requestAnimationFrame(resolve))
  view.scrollTop = 0
  await nextFrame()
  let longTasks = 0
  const observer = new PerformanceObserver(list => {
    longTasks += list.getEntries().length
  })
  observer.observe({ type: 'longtask' })
  let last = await nextFrame()
  const times: number[] = []
  let drawn = 0
  for (let frame = 0; frame < frames; frame++) {
    view.scrollTop = (frame * pixels) % within
    const at = await nextFrame()
    times.push(at - last)
    last = at
    drawn = Math.max(drawn, table.querySelectorAll('tbody tr').length)
  }
  observer.disconnect()
  const usual = times.toSorted((a, b) => a - b)[Math.floor(frames / 2)]!
  return { dropped: times.filter(time => time > 1.9 * usual).length, longTasks, drawn }
}
