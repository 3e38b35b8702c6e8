import { describe, expect, it } from 'vitest'
import type { AppContext } from '../../../app-context.ts'
import { appForTest } from '../../../testing/app-for-test.ts'
import { linksIn, renderLayout, textOf } from '../layout-for-test.ts'

const bannerOf = (announcement: AppContext['frame']['announcement']) => {
  const app = appForTest()
  const html = renderLayout({ ...app, frame: { ...app.frame, announcement } }, null, '/')
  return /<aside[\s\S]*?<\/aside>/.exec(html)?.[0] ?? null
}

describe('announcement', () => {
  it('no content: not rendered', () => {
    expect(bannerOf([])).toBeNull()
  })

  it('text and links: in order, with placeholders filled in', () => {
    const banner = bannerOf([
      { type: 'text', fields: { copy: 'New at {program name}.' } },
      { type: 'link', fields: { copy: 'Read on', url: '/earn', new_tab: false } },
    ])!
    expect(textOf(banner)).toBe('New at Plain Dining. Read on')
    expect(linksIn(banner)).toEqual(['Read on /earn'])
    expect(banner).not.toContain('target=')
  })

  it('link to a new tab: labeled, without opener', () => {
    const banner = bannerOf([
      { type: 'link', fields: { copy: 'Terms', url: 'https://plain.example/terms', new_tab: true } },
    ])!
    expect(banner).toMatch(/<a [^>]*target="_blank"/)
    expect(banner).toMatch(/rel="[^"]*noopener/)
    expect(textOf(banner)).toBe('Terms (opens in a new tab)')
  })
})
