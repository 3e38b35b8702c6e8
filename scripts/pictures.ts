import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright'
import sharp from 'sharp'
import { demoPassword } from '../e2e/support/api.ts'
import { openBrowser } from '../e2e/support/browser.ts'
import { startProduct } from '../e2e/support/product.ts'

/** `node scripts/pictures.ts`: takes the readme's pictures of the running product, in `docs/pictures`. */
const wanted = [
  'skyward-home',
  'harbor-home',
  'skyward-search',
  'harbor-restaurant',
  'skyward-activity',
  'harbor-overview',
  'meridian-earn',
  'tablefolk-how-it-works',
]
const folder = fileURLToPath(new URL('../docs/pictures', import.meta.url))
const product = await startProduct({ LOG_LEVEL: 'warn' })
const browser = await openBrowser()

try {
  for (const slug of ['skyward', 'harbor']) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 860 } })
    const address = product.address(slug)
    await page.goto(address)
    await take(page, `${slug}-home`)
    await page.goto(`${address}/search`)
    await take(page, `${slug}-search`)
    await page.locator('a[href^="/merchants/"]').nth(2).click()
    await page.waitForURL('**/merchants/**')
    await take(page, `${slug}-restaurant`)
    await page.goto(`${address}/login`)
    await page.fill('[name="userName"]', `member@${slug}.example`)
    await page.fill('[name="password"]', demoPassword)
    await page.locator('main form [type="submit"]').click()
    await page.waitForURL('**/account/overview')
    await take(page, `${slug}-overview`)
    await page.goto(`${address}/account/recent_activity`)
    await take(page, `${slug}-activity`)
    await page.close()
  }
  for (const [slug, path] of [
    ['meridian', '/earn'],
    ['tablefolk', '/how-it-works'],
  ] as const) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 860 } })
    await page.goto(product.address(slug) + path)
    await take(page, slug + path.replace('/', '-'))
    await page.close()
  }
} finally {
  await browser.close()
  await product.stop()
}

async function take(page: Page, name: string): Promise<void> {
  if (!wanted.includes(name)) return
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() =>
    document.getAnimations().every(animation => animation.playState !== 'running'),
  )
  await sharp(await page.screenshot())
    .webp({ quality: 80 })
    .toFile(join(folder, `${name}.webp`))
}
