import type { Page } from '@playwright/test'
import { apiUser, signIn } from './support/api.ts'
import { inspect, openPage, startSession, waitForHydration, waitForRest } from './support/browser.ts'
import { expect, setUpSharedProduct, test } from './support/journey.ts'
import { tabTo, typeInto } from './support/keyboard.ts'
import { addAuthenticator } from './support/passkey.ts'

const on = setUpSharedProduct()

test('passkey, by keyboard: added, signs in without a password; other devices signed out; removed', async () => {
  const { page, browser, authenticatorId, address } = await memberWithPasskey('skyward')
  await inspect(page, 'all', 'main')
  await signInByAutofill(page, address)

  await page.goto(`${address}/SignOut`)
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  await page.goto(`${address}/login`)
  await tabTo(page, page.getByRole('button', { name: 'Sign in with a passkey' }))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/account/overview')
  await waitForRest(page)

  await page.goto(`${address}/account/user_profile`)
  const devices = page.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem')
  // There is one from elsewhere, and more where other journeys signed in.
  await expect.poll(() => devices.count()).toBeGreaterThan(1)
  await expect(devices.first()).toContainText('This device')
  await waitForHydration(page, '#main form')
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(devices).toHaveCount(1)

  await tabTo(page, page.getByRole('button', { name: 'Remove the passkey My laptop' }))
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('You have no passkey yet.').waitFor()
  const { credentials } = await browser.send('WebAuthn.getCredentials', { authenticatorId })
  expect(credentials).toHaveLength(1)
})

test('passkey at another partner -> added, signs in without a password', async () => {
  const { page, address } = await memberWithPasskey('harbor')
  await signInByAutofill(page, address)
})

async function memberWithPasskey(slug: string) {
  const address = on.product.address(slug)
  const email = `new@${slug}.example`
  const { page } = await openPage(on.browser)
  const { browser, authenticatorId } = await addAuthenticator(page)
  // The member signs in elsewhere, then here.
  await signIn(apiUser(address), email)
  await startSession(page, address, email)
  await page.goto(`${address}/account/user_profile`)
  await waitForHydration(page, '#main form')
  await typeInto(page, page.getByLabel('Name of the new passkey'), 'My laptop')
  await tabTo(page, page.getByRole('button', { name: 'Add a passkey' }))
  await page.keyboard.press('Enter')
  await page.getByText('Not used yet').waitFor()
  return { page, browser, authenticatorId, address }
}

async function signInByAutofill(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/SignOut`)
  await page.goto(`${address}/login`)
  // This authenticator chooses the browser's suggestion at once.
  await page.waitForURL('**/account/overview')
  // Signing out now would refuse what the page still loads.
  await waitForRest(page)
}
