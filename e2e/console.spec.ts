import { inspect } from './support/browser.ts'
import { consoleAddress, openConsole } from './support/console.ts'
import { expect, setUpSharedProduct, test } from './support/journey.ts'

const on = setUpSharedProduct()

test('console by keyboard: signed in, a page by the command palette; signed out', async () => {
  const page = await openConsole(on, 'viewer@dineward.example', { path: '/no-such-page' })
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await inspect(page, 'all', null, [390])
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Go to a page, or find a member').fill('home')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Hello, Vera' }).waitFor()
  await page.emulateMedia({ colorScheme: 'dark' })
  await inspect(page, 'contrast', null, [1280])
  await page.getByRole('button', { name: 'Vera Blum' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await inspect(page, 'all', null, [1280])
  expect(new URL(page.url()).origin).toBe(consoleAddress(on))
})
