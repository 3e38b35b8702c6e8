import { apiUser, signIn } from './support/api.ts'
import { inspect } from './support/browser.ts'
import { approveInConsole, openConsole } from './support/console.ts'
import { expect, setUpSharedProduct, test } from './support/journey.ts'

const on = setUpSharedProduct()

test('a dine that waits: staff read why and release it, a second person approves -> the member has the reward', async () => {
  const member = apiUser(on.product.address('skyward'))
  await signIn(member, 'vip@skyward.example')
  interface Activity {
    readonly data: readonly { readonly ticketAmount?: number; readonly awardStatus?: string }[]
  }
  const statusOfDine = async () =>
    (await member.get<Activity>('/api/Member/Transactions?resultsPerPage=100')).body.data.find(
      ({ ticketAmount }) => ticketAmount === 4_860,
    )?.awardStatus
  expect(await statusOfDine()).toBe('Pending')

  const page = await openConsole(on, 'support@dineward.example', {
    path: '/review?partner=skyward',
    viewport: { width: 390, height: 844 },
  })
  await page.getByRole('heading', { name: 'Review of dines', level: 1 }).waitFor()
  await inspect(page, 'all', null, [390, 1280])
  await page.getByRole('row', { name: /4,860/ }).getByRole('link').first().click()
  await page.getByText(/^The bill is \$4,860\.00; usual here is/).waitFor()
  await inspect(page, 'all', null, [390, 1280])
  await page.getByRole('button', { name: 'Take it' }).click()
  await page.getByText('Taken by Sam Ortiz.').waitFor()
  await page.getByLabel('Reason').fill('The restaurant confirms a company dinner.')
  await page.getByRole('button', { name: 'Release' }).click()
  await page
    .getByText(/another person/)
    .first()
    .waitFor()
  await approveInConsole(on, /Release a dine of \$4,860\.00/)
  await expect(async () => expect(await statusOfDine()).not.toBe('Pending')).toPass()
  await page.context().close()
})
