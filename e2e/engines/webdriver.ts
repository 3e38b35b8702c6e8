import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { Builder, Key, Origin, type WebDriver, type WebElement } from 'selenium-webdriver'
import { freePort } from '../../apps/server/src/testing/processes/free-port.ts'
import { type Driver, findInPage } from './engine-page.ts'

/** Drawing maps by software takes most of a page's time. */
const capabilities = {
  browserName: 'MiniBrowser',
  'webkitgtk:browserOptions': { args: ['--automation', '--enable-webgl=false'] },
}

/** WebKit's own browser, on a screen that is not shown. */
export interface WebKit {
  openWindow(): Promise<Driver<WebElement>>
  stop(): Promise<void>
}

export async function startWebKit(): Promise<WebKit> {
  let programs = await startPrograms()
  return {
    async openWindow() {
      for (let start = 1; start <= 3; start++) {
        const opening = new Builder().usingServer(programs.url).withCapabilities(capabilities).build()
        const driver = await Promise.race([opening, sleep(startsWithinMs, null, { ref: false })])
        if (driver) return windowOf(driver)
        // Its browser sometimes never connects to the driver: no page has been asked for yet.
        opening.catch(() => {})
        await programs.stop()
        programs = await startPrograms()
      }
      throw new Error('The browser of WebKit did not start.')
    },
    stop: () => programs.stop(),
  }
}

const startsWithinMs = 40_000

/** It starts a screen, and the driver on it. */
async function startPrograms() {
  const home = mkdtempSync(join(tmpdir(), 'dw-webkit-'))
  mkdirSync(join(home, 'gtk-3.0'))
  writeFileSync(join(home, 'gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=0\n')
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const display = await firstLine(screen)
  const port = await freePort()
  const folders = { HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home, XDG_DATA_HOME: home }
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    // There is no desktop whose services it could wait for.
    env: { PATH: process.env.PATH, LANG: 'C.UTF-8', DISPLAY: `:${display}`, NO_AT_BRIDGE: '1', ...folders },
  })
  const url = `http://127.0.0.1:${port}`
  await answering(`${url}/status`)
  return {
    url,
    async stop() {
      await Promise.all([driver, screen].map(ended))
      rmSync(home, { recursive: true, force: true })
    },
  }
}

function windowOf(driver: WebDriver): Driver<WebElement> {
  const run = <Args extends readonly unknown[], Result>(script: (...args: Args) => Result, ...args: Args) =>
    driver.executeScript<Awaited<Result>>(`return (${script}).apply(null, arguments)`, ...args)
  return {
    goTo: url => driver.get(url),
    evaluate: (script, ...args) => run(script, ...args),
    find: async (selector, text) => (await run(findInPage, selector, text)) as unknown as WebElement | null,
    click: element => element.click(),
    async type(element, text) {
      // Not `clear` and `sendKeys`, which find no field of a frame focusable.
      await element.click()
      await run(field => (field as unknown as HTMLInputElement).select(), element)
      await driver.actions().sendKeys(text).perform()
    },
    press: key => driver.actions().sendKeys(keys[key]).perform(),
    clickAt: (x, y) => driver.actions().move({ x, y, origin: Origin.VIEWPORT }).click().perform(),
    upload: (element, file) => element.sendKeys(file),
    async enterFrame(element) {
      await driver.switchTo().frame(element)
    },
    leaveFrame: () => driver.switchTo().defaultContent(),
    async resize(width, height) {
      // The window has a frame and a bar around the page.
      const { width: w, height: h } = await driver.manage().window().getRect()
      const [inner, outer] = [await run(() => [innerWidth, innerHeight]), [w, h]]
      await driver
        .manage()
        .window()
        .setRect({ x: 0, y: 0, width: width + outer[0]! - inner[0]!, height: height + outer[1]! - inner[1]! })
    },
    screenshot: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    close: () => driver.quit(),
  }
}

const keys = { Tab: Key.TAB, Escape: Key.ESCAPE, Enter: Key.ENTER } as const

/** Xvfb writes the number and the end of the line apart, and ends itself where the pipe is closed between them. */
async function firstLine(child: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: child.stdio[3] as Readable })) return line
  throw new Error('Xvfb ended before it had a screen.')
}

async function answering(url: string): Promise<void> {
  for (let left = 600; left > 0; left--) {
    if ((await fetch(url).catch(() => null))?.ok) return
    await sleep(50)
  }
  throw new Error('WebKitWebDriver does not answer.')
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise(resolve => {
    child.once('exit', () => resolve())
    child.kill()
  })
}
