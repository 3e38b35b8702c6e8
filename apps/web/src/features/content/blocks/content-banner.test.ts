import type { ContentPage } from '@dineward/core/content/content-fields.ts'
import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { appForTest } from '../../../testing/app-for-test.ts'
import { markupOf } from '../../../testing/markup-for-test.tsx'
import { ContentBanner } from './content-banner.tsx'

const plain: ContentPage['banner'] = {
  enable_banner: true,
  image: '',
  image_mobile: '',
  image_mobile_alt_text: '',
  image_x_position: 'center',
  image_y_position: 'center',
  include_welcome_message: false,
  include_prospect_email: false,
}
const draw = (banner: Partial<ContentPage['banner']>, more: { prospect?: string; figure?: string } = {}) =>
  markupOf(
    appForTest(),
    createElement(ContentBanner, {
      page: { banner: { ...plain, ...banner }, banner_text: [] },
      title: 'Dinner',
      member: null,
      ...more,
    }),
  )

describe('banner', () => {
  it('picture: the crop for the screen, at the editor’s focal point', () => {
    const markup = draw({
      image: '/wide.jpg',
      image_mobile: '/tall.jpg',
      image_mobile_alt_text: 'A long table',
      image_x_position: 'left',
      image_y_position: 'top',
    })
    expect(markup).toMatch(/<source media="\(width &gt;= 661px\)" srcSet="\/wide\.jpg"/i)
    expect(markup).toMatch(/<img [^>]*src="\/tall\.jpg"/)
    expect(markup).toMatch(/<img [^>]*alt="A long table"/)
    expect(markup).toMatch(/<img [^>]*data-x="left" data-y="top"/)
  })

  it.each([
    ['a picture', { image: '/wide.jpg', drawing: 'bowl' }, /<img/, /<svg|5%/],
    ['the figure', { drawing: 'bowl' }, /5%/, /<svg|<img/],
  ] as const)('prefers %s', (_case, banner, shown, hidden) => {
    const markup = draw(banner, { figure: '5%' })
    expect(markup).toMatch(shown)
    expect(markup).not.toMatch(hidden)
  })

  it('visitor: e-mail form, or a link to join without one', () => {
    expect(draw({ include_prospect_email: true }, { prospect: 'Your e-mail?' })).toContain('Your e-mail?')
    expect(draw({ include_prospect_email: true })).toContain('href="/join"')
    expect(draw({}, { prospect: 'Your e-mail?' })).not.toContain('Your e-mail?')
  })

  it('disabled: only the heading', () => {
    const markup = draw({ enable_banner: false, image: '/wide.jpg', include_prospect_email: true })
    expect(markup).toMatch(/<h1[^>]*>Dinner<\/h1>/)
    expect(markup).not.toMatch(/<img|href="\/join"/)
  })
})
