import type { ContentPage } from '@dineward/core/content/content-fields.ts'
import { expect, it } from 'vitest'
import { descriptionOf } from './page-description.rules.ts'

const bodyText = (body_text: string) => ({ type: 'body_text', fields: { body_text } })
const page = (overrides: object): ContentPage =>
  ({ description: '', banner_text: [], main_column: [], ...overrides }) as unknown as ContentPage

it.each([
  ['written by the editor', { description: 'Ours.', banner_text: [bodyText('<p>Text.</p>')] }, 'Ours.'],
  [
    'from the banner',
    { banner_text: [bodyText('<p>Dine &amp; earn.</p><p>Twice.</p>')] },
    'Dine & earn. Twice.',
  ],
  [
    'from the text',
    { main_column: [{ type: 'title', fields: { title: 'T' } }, bodyText('<p>Book.</p>')] },
    'Book.',
  ],
  ['of an empty page', {}, ''],
])('description %s', (_case, overrides, expected) => {
  expect(descriptionOf(page(overrides))).toBe(expected)
})

it('description of a long text: cut after a word at 160 characters', () => {
  const description = descriptionOf(page({ main_column: [bodyText(`<p>${'dinner '.repeat(60)}</p>`)] }))
  expect(description).toMatch(/^(dinner )+dinner…$/)
  expect(description.length).toBeLessThanOrEqual(160)
})
