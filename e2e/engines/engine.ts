import type { Engine } from '../../scripts/browsers/browser.ts'
import { enginePath } from '../../scripts/browsers/browser.ts'
import { test as base } from '../support/journey.ts'
import { EnginePage } from './engine-page.ts'
import { launchBrowser, openWindow } from './puppeteer-driver.ts'
import { startWebKit } from './webdriver.ts'

export { expect } from '../support/journey.ts'

interface Running {
  open(): Promise<EnginePage>
  stop(): Promise<void>
}

/** A window of the project's engine, closed with the test. */
export const test = base.extend<{ tab: EnginePage }, { engine: Engine; running: Running }>({
  engine: ['chromium', { scope: 'worker', option: true }],
  running: [
    async ({ engine }, use) => {
      const running = await run(engine)
      await use(running)
      await running.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  tab: async ({ running }, use, testInfo) => {
    const tab = await running.open()
    await use(tab)
    if (testInfo.status !== testInfo.expectedStatus)
      await testInfo.attach('page', { body: await tab.screenshot(), contentType: 'image/png' })
    await tab.close()
  },
})

async function run(engine: Engine): Promise<Running> {
  if (engine === 'webkit') {
    const webKit = await startWebKit()
    return { open: async () => new EnginePage(await webKit.openWindow()), stop: webKit.stop }
  }
  const browser = await launchBrowser(engine, enginePath(engine))
  return {
    open: async () => new EnginePage(await openWindow(browser)),
    stop: () => browser.close(),
  }
}
