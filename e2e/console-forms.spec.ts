import type { Locator, Page } from '@playwright/test'
import { demoPassword } from './support/api.ts'
import { openConsole } from './support/console.ts'
import { expect, setUpProduct, test } from './support/journey.ts'

const on = setUpProduct()
const admin = 'admin@dineward.example'

interface Form {
  readonly path: string
  /** The button that opens its dialog, and the dialog's title. */
  readonly dialog?: readonly [opener: string | readonly string[], title: string | RegExp]
  /** What is typed by label; the first is looked at afterwards. */
  readonly fields: readonly (readonly [label: string, typed: string])[]
  readonly save: string
  /** It is pressed first. */
  readonly check?: string
  readonly needsReason?: boolean
  /** Two people can have it open: what the other one types. What waits for approval is not stored yet. */
  readonly theirs?: string
  /** It is kept in the browser instead of asked about. */
  readonly isKept?: boolean
}

const restaurant = '/restaurants/addis-and-avenue'
const newProgram: Form['fields'] = [
  ['Partner’s name', 'Alder Bank'],
  ['Program’s name', 'Alder Dining'],
  ['Short name', 'alder'],
  ['Support phone', '800-555-0177'],
  ['Support email', 'dining@alder.example'],
  ['Terms', 'https://www.alder.example/terms'],
  ['Privacy notice', 'https://www.alder.example/privacy'],
  ['Reason', 'A new partner'],
]

/** @param member a page of one @param claim a page of one that is open */
const formsOf = (member: string, claim: string): Readonly<Record<string, Form>> => ({
  theme: {
    path: '/programs/tablefolk/theme',
    fields: [['Footer', '#5b1a8e']],
    save: 'Save the theme',
    needsReason: true,
    theirs: '#14532d',
  },
  setting: {
    path: '/programs/tablefolk/settings?setting=programName',
    dialog: [[], 'Program’s name'],
    fields: [['Program’s name', 'Tablefolk Mine']],
    check: 'Check the change',
    save: 'Save',
    needsReason: true,
    theirs: 'Tablefolk Theirs',
  },
  bonus: {
    path: '/programs/harbor/bonuses',
    dialog: ['Edit EXPLORE3', 'Bonus EXPLORE3'],
    fields: [['What members read', 'Earn {reward} for {dines} dines, mine.']],
    save: 'Save the bonus',
    needsReason: true,
  },
  referral: {
    path: '/programs/harbor/bonuses',
    fields: [['Friends a year', '7']],
    save: 'Save referral',
    needsReason: true,
  },
  'content entry': {
    path: '/programs/harbor/content/pages/card-security',
    fields: [['Browser title', 'Mine']],
    save: 'Save the draft',
    theirs: 'Theirs',
  },
  'new offer': {
    path: '/programs/skyward/offers/new',
    fields: [['Name', 'Two for one']],
    save: 'Define the offer',
    needsReason: true,
  },
  'new program': { path: '/programs/new', fields: newProgram, save: 'Open the program' },
  'new restaurant': {
    path: '/restaurants/new',
    fields: [['Name', 'Sawtooth']],
    save: 'Add the restaurant',
    isKept: true,
  },
  facts: { path: restaurant, fields: [['About', 'Mine']], save: 'Save', theirs: 'Theirs' },
  book: {
    path: `${restaurant}?tab=tables`,
    fields: [['Largest party', '7']],
    save: 'Save tables',
    theirs: '6',
  },
  terms: {
    path: `${restaurant}?tab=terms`,
    dialog: ['Change the terms in Harbor Rewards Dining', 'Terms in Harbor Rewards Dining'],
    fields: [['Leaves on', '2040-01-01']],
    save: 'Save terms',
    needsReason: true,
    theirs: '2041-01-01',
  },
  event: {
    path: `${restaurant}?tab=events`,
    dialog: ['Add an event', 'New event'],
    fields: [['Title', 'A wine dinner']],
    save: 'Save',
  },
  adjustment: {
    path: member,
    dialog: ['Adjust the balance', /^Adjust the balance of/],
    fields: [
      ['Dollars', '5'],
      ['Reason', 'A dinner that went wrong'],
    ],
    save: 'Give $5.00',
  },
  'email address': {
    path: member,
    dialog: [['Actions', 'Change the email address'], 'Change the email address'],
    fields: [['New email address', 'mine@harbor.test']],
    save: 'Mail the link',
    needsReason: true,
    theirs: 'theirs@harbor.test',
  },
  'note on a claim': { path: claim, fields: [['New note', 'Called the restaurant']], save: 'Add the note' },
  invitation: {
    path: '/staff',
    dialog: ['Invite someone', 'Invite someone'],
    fields: [
      ['Name', 'Nell Okoye'],
      ['Email', 'nell@dineward.test'],
    ],
    save: 'Send the invitation',
  },
  'own password': {
    path: '/me',
    fields: [
      ['Present password', demoPassword],
      ['New password', 'a-long-sentence-of-words'],
    ],
    save: 'Change password',
  },
})

async function openForms(): Promise<{ page: Page; forms: Readonly<Record<string, Form>> }> {
  const page = await openConsole(on, admin, { path: '/members', allowedErrors: /status of (401|403|409)/ })
  await page.getByLabel('Find a member').fill('vip@harbor.example')
  const member = await page.locator('main tbody').getByRole('link').first().getAttribute('href')
  await page.goto(new URL('/claims', page.url()).href)
  const claim = await page.locator('main tbody').getByRole('link').first().getAttribute('href')
  return { page, forms: formsOf(member!, claim!) }
}

const partOf = (page: Page, { dialog }: Form): Locator =>
  dialog ? page.getByRole('dialog', { name: dialog[1] }) : page.locator('main')
const fieldOf = (page: Page, form: Form, label = form.fields[0]![0]): Locator =>
  partOf(page, form).getByRole('textbox', { name: label }).or(partOf(page, form).getByLabel(label)).first()

async function open(page: Page, form: Form): Promise<void> {
  await page.goto(new URL(form.path, page.url()).href)
  for (const name of [form.dialog?.[0] ?? []].flat())
    await page
      .getByRole('button', { name, exact: true })
      .or(page.getByRole('menuitem', { name }))
      .first()
      .click()
}

async function fill(page: Page, form: Form, first = form.fields[0]![1]): Promise<void> {
  if (form.path === '/staff') {
    await partOf(page, form).getByRole('combobox', { name: 'Role' }).click()
    await page.getByRole('option').first().click()
  }
  for (const [index, [label, typed]] of form.fields.entries())
    await fieldOf(page, form, label).fill(index === 0 ? first : typed)
}

/** Press its button, which is the check's where one comes first. */
async function send(page: Page, { check, ...form }: Form, name = check ?? form.save): Promise<void> {
  const part = partOf(page, form)
  if (form.needsReason && name !== check) await part.getByLabel('Reason').fill('Asked for')
  await part.getByRole('button', { name, exact: true }).click()
}

async function save(page: Page, form: Form): Promise<void> {
  if (form.check) await send(page, form)
  await send(page, form, form.save)
}

test('every form: a way out -> asks first, or keeps what was typed', async () => {
  const { page, forms } = await openForms()
  const asks = page.getByRole('dialog', { name: 'Leave without saving?' })
  for (const [name, form] of Object.entries(forms))
    await test.step(name, async () => {
      await open(page, form)
      await fill(page, form)
      const typed = await fieldOf(page, form).inputValue()
      if (form.isKept) {
        await page.reload()
        await expect(fieldOf(page, form)).toHaveValue(typed)
        return
      }
      if (form.dialog) await page.keyboard.press('Escape')
      else await page.getByRole('link', { name: 'Jobs' }).click()
      await asks.getByRole('button', { name: 'Keep editing' }).click()
      await expect(fieldOf(page, form)).toHaveValue(typed)
      const warning = page.waitForEvent('dialog')
      await page.evaluate(() => setTimeout(() => location.reload()))
      expect((await warning).type()).toBe('beforeunload')
      await (await warning).dismiss()
      await expect(fieldOf(page, form)).toHaveValue(typed)
      page.once('dialog', dialog => void dialog.accept())
    })
})

test('every form: the session ends before it is sent -> signed in over the page, with what was typed', async () => {
  const { page, forms } = await openForms()
  const ended = page.getByRole('dialog', { name: 'You have been signed out' })
  page.on('dialog', dialog => void dialog.accept())
  for (const [name, form] of Object.entries(forms).filter(([, { isKept }]) => !isKept))
    await test.step(name, async () => {
      await open(page, form)
      await fill(page, form)
      const typed = await fieldOf(page, form).inputValue()
      await page.context().clearCookies()
      await send(page, form)
      await ended.getByLabel('Email').fill(admin)
      await ended.locator('input[name="password"]').fill(demoPassword)
      await ended.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(ended).toBeHidden()
      await expect(fieldOf(page, form)).toHaveValue(typed)
    })
})

test('every form that two have open: the second one reads what changed, and can save', async () => {
  const { page, forms } = await openForms()
  const other = await page.context().newPage()
  await other.goto(page.url())
  for (const [name, form] of Object.entries(forms).filter(([, { theirs }]) => theirs))
    await test.step(name, async () => {
      await open(page, form)
      await fill(page, form)
      await open(other, form)
      await fill(other, form, form.theirs)
      await save(other, form)
      await other
        .getByRole('alert')
        .filter({ hasText: /saved|looks|mailed|link/i })
        .first()
        .waitFor()
      await save(page, form)
      const conflict = partOf(page, form).getByRole('alert').filter({ hasText: 'Someone else changed' })
      await expect(conflict).toContainText('As you saw it')
      await expect(conflict).toContainText('Now')
      await expect(fieldOf(page, form)).toHaveValue(form.fields[0]![1])
      await send(page, form, 'Save mine')
      await expect(conflict).toBeHidden()
    })
})
