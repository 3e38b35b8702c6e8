import { describe, expect, it } from 'vitest'
import type { AppContext } from '../../app-context.ts'
import { appForTest } from '../../testing/app-for-test.ts'
import { linksIn, renderLayout, textOf } from './layout-for-test.ts'

const bannerOf = (announcement: AppContext['frame']['announcement']) => {
  const app = appForTest()
  const html = renderLayout({ ...app, frame: { ...app.frame, announcement } }, null, '/')
  return /<aside[\s\S]*?<\/aside>/.exec(html)?.[0] ?? null
}

describe('the announcement', () => {
  it('is not there while the partner has nothing to say', () => {
    expect(bannerOf([])).toBeNull()
  })

  it('is text and links in their order, in the words of the partner', () => {
    const banner = bannerOf([
      { type: 'text', fields: { copy: 'New at {program name}.' } },
      { type: 'link', fields: { copy: 'Read on', url: '/earn', new_tab: false } },
    ])!
    expect(textOf(banner)).toBe('New at Plain Dining. Read on')
    expect(linksIn(banner)).toEqual(['Read on /earn'])
    expect(banner).not.toContain('target=')
  })

  it('says of a link that it opens in a new tab, which learns nothing of this one', () => {
    const banner = bannerOf([
      { type: 'link', fields: { copy: 'Terms', url: 'https://plain.example/terms', new_tab: true } },
    ])!
    expect(banner).toMatch(/<a [^>]*target="_blank"/)
    expect(banner).toMatch(/rel="[^"]*noopener/)
    expect(textOf(banner)).toBe('Terms (opens in a new tab)')
  })
})
