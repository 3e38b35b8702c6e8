import { request } from 'node:http'
import { gzipSync } from 'node:zlib'
import { openBrowser } from '../e2e/support/browser.ts'
import { type Product, startProduct } from '../e2e/support/product.ts'
import { publicPages } from './public-pages.ts'
import type { Figure } from './run.ts'

const kb = (bytes: number) => `${(bytes / 1_024).toFixed(1)} KB`

/** P6 script on first load, P7 HTML and requests: of every public page, on two partners. */
export async function pageBudgets(): Promise<Figure[]> {
  const product = await startProduct()
  const browser = await openBrowser()
  const figures: Figure[] = []
  try {
    for (const slug of ['skyward', 'harbor']) {
      for (const [name, path] of await publicPages(product, slug)) {
        const htmlBytes = await brotliBytes(product, slug, path)
        const page = await browser.newPage({ viewport: { width: 412, height: 823 } })
        const requests: { url: string; type: string }[] = []
        let scriptBytes = 0
        const foreign: string[] = []
        page.on('response', async response => {
          const type = response.request().resourceType()
          requests.push({ url: response.url(), type })
          if (new URL(response.url()).host !== new URL(product.address(slug)).host)
            foreign.push(response.url())
          if (type === 'script') scriptBytes += gzipSync(await response.body(), { level: 9 }).length
        })
        await page.goto(product.address(slug) + path, { waitUntil: 'networkidle' })
        const others = requests.filter(({ type }) => type !== 'image' && type !== 'document')
        const blocking = await page.$$eval(
          'head script:not([type="module"]):not([type*="json"]):not([async]):not([defer])',
          found => found.length,
        )
        await page.close()
        figures.push(
          {
            budget: 'P6',
            what: `${slug} ${name}: script on first load, at most 135 KB gzip, none blocking`,
            measured: `${kb(scriptBytes)}, ${blocking} blocking`,
            kept: scriptBytes <= 135 * 1_024 && blocking === 0,
          },
          {
            budget: 'P7',
            what: `${slug} ${name}: HTML at most 14 KB brotli`,
            measured: kb(htmlBytes),
            kept: htmlBytes > 0 && htmlBytes <= 14 * 1_024,
          },
          {
            budget: 'P7',
            what: `${slug} ${name}: at most 4 requests besides pictures, nothing foreign`,
            measured: `${others.length} requests, ${foreign.length} foreign`,
            kept: others.length <= 4 && foreign.length === 0,
          },
        )
      }
    }
  } finally {
    await browser.close()
    await product.stop()
  }
  return figures
}

/** The bytes of the answer as they travel. `fetch` would have unpacked them. */
function brotliBytes(product: Product, slug: string, path: string): Promise<number> {
  const { host } = new URL(product.address(slug))
  const headers = { host, 'accept-encoding': 'br' }
  return new Promise((resolve, reject) => {
    request({ host: 'localhost', port: product.port, path, headers }, answer => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      answer.on('end', () =>
        resolve(answer.headers['content-encoding'] === 'br' ? bytes : Number.POSITIVE_INFINITY),
      )
    })
      .on('error', reject)
      .end()
  })
}
