import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page, Response } from '@playwright/test'

/* Every page of the journeys is checked by the W3C's validator, all together at the end: its start takes longer than a page. */

const validator = createRequire(import.meta.url).resolve('vnu-jar/build/dist/vnu.jar')

/** The frame of a booking provider is of another origin, where both permissions do no harm. Outlook reads its own property. */
const meant = /attribute “sandbox”|“mso-padding-alt”/

interface ValidatorMessage {
  readonly url: string
  readonly message: string
  readonly extract?: string
}

/** A picture that cannot be loaded, as when its page is left, loses its address, so that no broken one is drawn. */
const isFailedPicture = (message: string, file: string): boolean =>
  file.includes('/rendered-') && message.startsWith('Element “img” is missing')

/** Keep each document that a page loads, as the server sent it. */
export function recordDocuments(page: Page): void {
  page.on('response', async response => {
    if (!isDocument(response)) return
    // A page that is left at once gives no body.
    const html = await response.text().catch(() => null)
    if (html) record('served', response.url(), html)
  })
}

/** Keep the page as script has changed it. */
export async function recordMarkup(page: Page): Promise<void> {
  // The console is drawn by Mantine and Recharts, whose markup is not ours.
  if (new URL(page.url()).hostname.startsWith('console.')) return
  record('rendered', page.url(), await page.content())
}

/** @returns a line for each fault. @throws if the validator could not read the pages */
export function markupProblems(folder: string): string[] {
  const files = readdirSync(folder).map(file => join(folder, file))
  if (files.length === 0) return []
  const options = ['-Xss4m', '-XX:TieredStopAtLevel=1', '-jar', validator]
  const report = ['--errors-only', '--exit-zero-always', '--format', 'json']
  const { stderr, error } = spawnSync('java', [...options, ...report, ...files], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  if (error) throw error
  const { messages }: { messages: readonly ValidatorMessage[] } = JSON.parse(stderr)
  return messages
    .filter(({ message, url }) => !meant.test(message) && !isFailedPicture(message, url))
    .map(({ url, message, extract = '' }) => `${url.split('/').at(-1)}: ${message} (${extract})`)
}

/** @throws a sentence where there is no Java, before the journeys and not after them */
export function prepareMarkupFolder(folder: string): void {
  if (spawnSync('java', ['-version']).error)
    throw new Error("The W3C's validator needs Java: install default-jre-headless.")
  mkdirSync(folder, { recursive: true })
  process.env.MARKUP_DIR = folder
}

/** It keeps the last one of each address, without what identifies a thing in it: lists of files stay short. */
function record(source: 'served' | 'rendered', address: string, html: string): void {
  const { hostname, pathname } = new URL(address)
  const place = `${hostname.split('.')[0]}${pathname.replaceAll(/[^/]*\d[^/]*/g, 'id')}`
  const name = `${source}-${place.replaceAll(/[^\w]+/g, '-')}.html`
  // Styles are not markup, and the validator does not know newer ones. Vite adds `as=""` to what it preloads.
  const markup = html.replaceAll(/<style[^>]*>[\s\S]*?<\/style>/g, '').replaceAll(' as=""', '')
  writeFileSync(join(process.env.MARKUP_DIR ?? '', name), markup)
}

const isDocument = (response: Response): boolean =>
  response.request().resourceType() === 'document' &&
  (response.headers()['content-type'] ?? '').startsWith('text/html')
