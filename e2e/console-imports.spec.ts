import { inspect } from './support/browser.ts'
import { openConsole } from './support/console.ts'
import { expect, setUpSharedProduct, test } from './support/journey.ts'

const on = setUpSharedProduct()

test('import: columns mapped, applied, and undone by keyboard; its rows are cards on a phone', async () => {
  const page = await openConsole(on, 'restaurants@dineward.example', { path: '/restaurants/imports' })
  const header = 'Key,Place,Where,Town,Province,Zip,North,East,Clock,Leaves'
  const rows = [
    'sawtooth-1,Sawtooth Tavern,618 W Grove St,Boise,ID,83702,43.6139,-116.2023,America/Denver,',
    'sawtooth-2,Sawtooth Annex,620 W Grove St,Boise,ID,not a zip,43.6139,-116.2023,America/Denver,',
  ]
  await expect(page.getByRole('combobox', { name: 'Program' })).toHaveValue('')
  await page.getByRole('combobox', { name: 'Program' }).press('Enter')
  await page.getByRole('option', { name: 'Tablefolk' }).click()
  const buffer = Buffer.from([header, ...rows].join('\n'))
  await page.locator('input[type=file]').setInputFiles({ name: 'boise.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: 'Upload and read' }).press('Enter')

  await page.getByText('Some columns are required').waitFor()
  for (const [name, label] of [
    ['Key', 'Id'],
    ['Place', 'Name'],
    ['Where', 'Street'],
    ['North', 'Latitude'],
    ['East', 'Longitude'],
    ['Clock', 'Time zone'],
  ] as const)
    await page.getByLabel(`Column for ${name}`).selectOption({ label: `${label} (required)` })
  await inspect(page, 'all', null, [390])
  await page.getByRole('button', { name: 'Read the file' }).press('Enter')

  const apply = page.getByRole('button', { name: 'Apply 1 change' })
  await apply.waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByText('must be five digits').waitFor()
  await inspect(page, 'all', null, [390])
  await apply.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).press('Enter')
  await page.getByText('Applied', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await page.getByLabel('Reason').fill('The wrong file')
  await page.getByRole('button', { name: 'Undo the import' }).press('Enter')
  await page.getByText('Undone', { exact: true }).waitFor()
})

test('bulk edit: every tenth restaurant fails -> the others are done, and those left are done at the second try', async () => {
  const page = await openConsole(on, 'restaurants@dineward.example', {
    path: '/restaurants?city=Austin',
    allowedErrors: /status of (401|503)/,
  })
  const boxes = page.locator('main tbody').getByRole('checkbox')
  await boxes.nth(9).waitFor()
  for (let index = 0; index < 10; index++) await boxes.nth(index).press('Space')
  await page.getByRole('button', { name: 'Change: 10' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('What changes').selectOption({ label: 'Change a fact' })
  await dialog.getByLabel('Fact').selectOption({ label: 'Website' })
  await dialog.getByRole('textbox', { name: 'Website' }).fill('https://austin.example')
  const show = dialog.getByRole('button', { name: 'Show what changes' })
  await show.press('Enter')
  await dialog.getByText('Will change: 10').waitFor()
  await dialog.getByLabel('Reason').fill('One site for all of them')
  let calls = 0
  await page.route('**/api/Console/Restaurants/*', route =>
    route.request().method() === 'PUT' && ++calls % 10 === 0
      ? route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Try again in a moment.' } })
      : route.fallback(),
  )
  await dialog.getByRole('button', { name: 'Change 10' }).press('Enter')
  await dialog.getByRole('alert').getByText('Try again in a moment.').waitFor()
  await expect(dialog.getByRole('alert').getByRole('listitem')).toHaveCount(1)
  await page.unroute('**/api/Console/Restaurants/*')
  await show.press('Enter')
  await dialog.getByText('Will change: 1', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Change 1', exact: true }).press('Enter')
  await page.getByText('1 changed.').waitFor()
})
