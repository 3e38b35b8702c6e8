import { setTimeout as sleep } from 'node:timers/promises'

/* The few things that journeys in three engines do, over the two clients that speak to them. */

/** What a client does in a window. A handle is its word for an element. */
export interface Driver<Handle = unknown> {
  goTo(url: string): Promise<void>
  /** Runs in the page, or in the frame that was entered. */
  evaluate<Args extends readonly unknown[], Result>(
    script: (...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>>
  find(selector: string, text: string | null): Promise<Handle | null>
  click(element: Handle): Promise<void>
  /** Replaces what is in the field. */
  type(element: Handle, text: string): Promise<void>
  press(key: Key): Promise<void>
  /** The place is in px of the window. */
  clickAt(x: number, y: number): Promise<void>
  upload(element: Handle, file: string): Promise<void>
  enterFrame(element: Handle): Promise<void>
  leaveFrame(): Promise<void>
  resize(width: number, height: number): Promise<void>
  screenshot(): Promise<Buffer>
  close(): Promise<void>
}

export type Key = 'Tab' | 'Escape' | 'Enter'

const waitMs = 60_000
const pauseMs = 100

export class EnginePage {
  readonly #driver: Driver

  constructor(driver: Driver) {
    this.#driver = driver
  }

  readonly evaluate: Driver['evaluate'] = (script, ...args) => this.#driver.evaluate(script, ...args)

  goTo = (url: string): Promise<void> => this.#driver.goTo(url)
  press = (key: Key): Promise<void> => this.#driver.press(key)
  clickAt = (x: number, y: number): Promise<void> => this.#driver.clickAt(x, y)
  resize = (width: number, height: number): Promise<void> => this.#driver.resize(width, height)
  screenshot = (): Promise<Buffer> => this.#driver.screenshot()
  close = (): Promise<void> => this.#driver.close()

  /** @param text a part of the label, or of what is in it */
  async click(selector: string, text: string | null = null): Promise<void> {
    await this.#act(selector, text, element => this.#driver.click(element))
  }

  async fill(selector: string, text: string): Promise<void> {
    await this.#act(selector, null, element => this.#driver.type(element, text))
  }

  async upload(selector: string, file: string): Promise<void> {
    await this.#act(selector, null, element => this.#driver.upload(element, file))
  }

  async see(selector: string, text: string | null = null): Promise<void> {
    await this.#act(selector, text, async () => {})
  }

  async isAt(path: RegExp): Promise<void> {
    let at = ''
    let says = ''
    const isThere = async () => {
      at = await this.evaluate(() => location.pathname + location.search + location.hash)
      if (path.test(at)) return true
      says = await this.evaluate(() => document.querySelector('main')?.innerText ?? '')
      return false
    }
    await until(isThere, () => `The address is ${at}, not ${path}. The page says: ${says}`)
  }

  /** It waits until the page's script answers what it should. */
  async becomes<Args extends readonly unknown[]>(
    what: string,
    script: (...args: Args) => unknown,
    ...args: Args
  ): Promise<void> {
    await until(
      async () => Boolean(await this.evaluate(script, ...args)),
      () => `It never becomes true that ${what}`,
    )
  }

  async inFrame(selector: string, act: () => Promise<void>): Promise<void> {
    await this.#act(selector, null, element => this.#driver.enterFrame(element))
    await act()
    await this.#driver.leaveFrame()
  }

  /** Tries again while the page changes beneath. */
  async #act(selector: string, text: string | null, act: (element: unknown) => Promise<void>): Promise<void> {
    let reason: unknown = 'it is not there'
    const isDone = async () => {
      try {
        const element = await this.#driver.find(selector, text)
        if (element === null) return false
        await act(element)
        return true
      } catch (error) {
        reason = error
        return false
      }
    }
    await until(isDone, () => `${selector} ${text === null ? '' : `"${text}" `}failed: ${reason}`)
  }
}

async function until(isTrue: () => Promise<boolean>, sentence: () => string): Promise<void> {
  const end = performance.now() + waitMs
  for (;;) {
    if (await isTrue().catch(() => false)) return
    if (performance.now() > end) throw new Error(sentence())
    await sleep(pauseMs)
  }
}

/** Runs in the page: the first visible element with this text in its label. A file's field may be hidden. */
export function findInPage(selector: string, text: string | null): Element | null {
  const labelOf = (element: Element) =>
    [element.getAttribute('aria-label'), ...((element as HTMLInputElement).labels ?? []), element].map(part =>
      (typeof part === 'string' ? part : (part?.textContent ?? '')).replace(/\s+/g, ' '),
    )
  const found = [...document.querySelectorAll(selector)].find(
    element =>
      (element.matches('[type="file"]') || element.checkVisibility({ visibilityProperty: true })) &&
      (text === null || labelOf(element).some(label => label.includes(text))),
  )
  if (found && !found.matches('[popover] *, dialog *'))
    found.scrollIntoView({ block: 'center', behavior: 'instant' })
  return found ?? null
}
