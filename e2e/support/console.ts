import { expect, type Page } from '@playwright/test'
import { apiUser, demoPassword } from './api.ts'
import { openPage, type PageOptions } from './browser.ts'
import type { Stage } from './journey.ts'

/** Signed out, the console asks once who is there. */
const signedOut = /status of 401/

export const consoleAddress = ({ product }: Pick<Stage, 'product'>): string => product.address('console')

/** It opens a page of the console, signed in. @param account such as "support@dineward.example" */
export async function openConsole(
  on: Stage,
  account: string,
  { path = '/', viewport, ...options }: PageOptions & { path?: string } = {},
): Promise<Page> {
  const { page } = await openPage(on.browser, viewport ?? undefined, { allowedErrors: signedOut, ...options })
  await page.goto(`${consoleAddress(on)}/sign-in?back=${encodeURIComponent(path)}`)
  await page.getByLabel('Email').fill(account)
  await page.locator('input[name="password"]').fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(url => url.pathname !== '/sign-in')
  return page
}

/** A second person approves what waits under this title. */
export async function approveInConsole(on: Stage, title: RegExp): Promise<void> {
  const page = await openConsole(on, 'admin@dineward.example', { path: '/approvals' })
  await page.getByRole('row', { name: title }).getByRole('link').click()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve and do it' }).click()
  await page.getByText(/^Done: /).waitFor()
  await page.context().close()
}

/** The newest mail to an address, once it has these words. */
export async function mailTo(
  { product }: Pick<Stage, 'product'>,
  partner: string,
  recipient: string,
  words: RegExp,
): Promise<string> {
  const visitor = apiUser(product.address(partner))
  const newest = async () => {
    const { body } = await visitor.get<{ mails: { recipient: string; text: string }[] }>('/api/Staging')
    return body.mails.find(mail => mail.recipient === recipient)?.text ?? ''
  }
  await expect.poll(newest).toMatch(words)
  return newest()
}
