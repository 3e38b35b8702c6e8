import { type Browser, type ElementHandle, type Frame, launch } from 'puppeteer-core'
import { browserOptions } from '../../scripts/browsers/browser.ts'
import { type Driver, findInPage, type Key } from './engine-page.ts'

export async function launchBrowser(
  engine: 'chromium' | 'firefox',
  executablePath: string,
): Promise<Browser> {
  return engine === 'firefox'
    ? launch({
        browser: 'firefox',
        executablePath,
        // Scroll bars that take room, as on Windows.
        extraPrefsFirefox: { 'widget.gtk.overlay-scrollbars.enabled': false, 'ui.prefersReducedMotion': 1 },
      })
    : launch({
        executablePath,
        args: [...browserOptions().args, '--force-prefers-reduced-motion'],
        ignoreDefaultArgs: ['--hide-scrollbars'],
      })
}

/** The window has storage of its own. */
export async function openWindow(browser: Browser): Promise<Driver<ElementHandle>> {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  let frame: Frame | null = null
  const here = () => frame ?? page.mainFrame()
  return {
    async goTo(url) {
      await page.goto(url)
    },
    evaluate: async (script, ...args) => here().evaluate<unknown[]>(script as never, ...args) as never,
    async find(selector, text) {
      const handle = await here().evaluateHandle(findInPage, selector, text)
      return handle.asElement() as ElementHandle | null
    },
    click: element => element.click(),
    async type(element, text) {
      await element.evaluate(field => (field as HTMLInputElement).select())
      await element.type(text)
    },
    press: (key: Key) => page.keyboard.press(key),
    clickAt: (x, y) => page.mouse.click(x, y),
    async upload(element, file) {
      await (element as ElementHandle<HTMLInputElement>).uploadFile(file)
    },
    async enterFrame(element) {
      frame = await (element as ElementHandle<HTMLIFrameElement>).contentFrame()
    },
    async leaveFrame() {
      frame = null
    },
    resize: (width, height) => page.setViewport({ width, height }),
    screenshot: async () => Buffer.from(await page.screenshot()),
    close: () => context.close(),
  }
}
