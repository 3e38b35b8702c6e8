import type { CDPSession, Page } from '@playwright/test'

/** The device has an authenticator whose owner agrees to everything at once. */
export async function addAuthenticator(
  page: Page,
): Promise<{ readonly browser: CDPSession; readonly authenticatorId: string }> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { browser, authenticatorId }
}
