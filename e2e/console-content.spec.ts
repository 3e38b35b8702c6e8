import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { inspect } from './support/browser.ts'
import { openConsole } from './support/console.ts'
import { expect, setUpProduct, test } from './support/journey.ts'

const on = setUpProduct()

const fromWord = `<html><head><style>p.MsoNormal { color: red }</style></head><body><!--StartFragment-->
<h1 class="MsoTitle">Terms</h1><p class="MsoNormal" style="margin: 0"><b>Once</b> a <span onclick="x()">week</span><o:p></o:p></p>
<p class="MsoNormal"><a href="javascript:alert(1)">here</a></p><!--EndFragment--></body></html>`

async function paste(page: Page, html: string): Promise<void> {
  await page.locator('[aria-multiline]:focus').evaluate((field, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', text)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, html)
}

async function choosePicture(page: Page): Promise<void> {
  const buffer = await sharp({ create: { width: 1_200, height: 900, channels: 3, background: '#c4532b' } })
    .png()
    .toBuffer()
  await page
    .getByRole('group', { name: 'Banner', exact: true })
    .getByRole('button', { name: 'Choose a picture: image', exact: true })
    .click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload a picture' }).click()
  await (await chooser).setFiles({ name: 'table.png', mimeType: 'image/png', buffer })
  const dialog = page.getByRole('dialog', { name: 'Add table.png' })
  await dialog.getByLabel('What the picture shows').fill('A table in the evening')
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByText('A table in the evening')).toBeVisible()
}

test('a page: written by keyboard, with a picture, previewed, scheduled -> in the calendar', async () => {
  const page = await openConsole(on, 'content@dineward.example', {
    path: '/programs/skyward/content/pages/spring-dinners',
  })
  await page.getByLabel('Title', { exact: true }).first().fill('Spring dinners')
  await page.getByLabel('Address', { exact: true }).fill('/spring-dinners')
  await page.getByRole('switch', { name: 'Enable banner' }).focus()
  await page.keyboard.press('Space')
  await choosePicture(page)

  await page
    .getByRole('group', { name: 'Main column' })
    .getByRole('button', { name: 'Add body text' })
    .click()
  const text = page.getByRole('textbox', { name: 'Body text' })
  await text.focus()
  const { keyboard } = page
  await keyboard.type('Earn ')
  await keyboard.press('Control+b')
  await keyboard.type('more')
  await keyboard.press('Control+b')
  await keyboard.type(' with {program nam}. See ')
  await expect(page.getByText('Nothing fills in {program nam}')).toBeVisible()
  for (let count = 0; count < '}. See '.length; count++) await keyboard.press('ArrowLeft')
  await keyboard.type('e')
  await expect(page.getByText('Nothing fills in')).toBeHidden()
  await keyboard.press('Control+End')
  await keyboard.press('Control+k')
  const address = page.getByLabel('Address').last()
  await expect(address).toBeFocused()
  await keyboard.type('javascript:alert(1)')
  await keyboard.press('Enter')
  await expect(page.getByText('Enter a path of this site')).toBeVisible()
  await address.fill('/search')
  await keyboard.press('Enter')
  await expect(text.getByRole('link', { name: '/search' })).toBeVisible()
  await keyboard.press('Control+End')
  await keyboard.press('Enter')
  await paste(page, fromWord)
  await expect(text.getByRole('heading', { name: 'Terms' })).toBeVisible()
  await inspect(page, 'all', null, [390, 1280])

  const opening = page.context().waitForEvent('page')
  await page.getByRole('button', { name: 'Save and preview on the site' }).click()
  const preview = await opening
  await preview.waitForURL(/spring-dinners/)
  await expect(preview.getByRole('img', { name: 'A table in the evening' })).toBeVisible()
  const main = preview.getByRole('main')
  await expect(main.getByText('more', { exact: true })).toBeVisible()
  await expect(main.getByRole('heading', { name: 'Terms' })).toBeVisible()
  await expect(main.getByText('here', { exact: true })).toBeVisible()
  await expect(main.getByRole('link', { name: 'here' })).toHaveCount(0)
  await preview.close()

  await page.getByRole('button', { name: 'Publish…' }).click()
  const dialog = page.getByRole('dialog')
  const from = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)
  await dialog.getByLabel('From').fill(`${from}T12:00`)
  await dialog.getByLabel('Reason').fill('Spring campaign')
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await expect(page.getByText('It is scheduled.')).toBeVisible()

  await page.getByRole('link', { name: 'Calendar' }).click()
  const next = page.getByRole('button', { name: /^Go to/ }).last()
  const event = page.getByRole('link', { name: 'Spring dinners' })
  await expect(page.getByRole('heading', { name: 'Calendar' })).toBeVisible()
  for (
    let months = 0;
    months < 2 && !(await page.getByText(monthOf(from), { exact: true }).isVisible());
    months++
  )
    await next.click()
  await expect(event).toBeVisible()
  await inspect(page, 'all', null, [390, 1280])
  await event.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Pages: spring-dinners' })).toBeVisible()
  await page.getByRole('tab', { name: 'Pictures' }).click()
  await expect(page.getByRole('link', { name: 'pages/spring-dinners' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove A table in the evening' })).toHaveCount(0)
  await inspect(page, 'all', null, [390, 1280])
})

const monthOf = (day: string): string =>
  new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(day))
