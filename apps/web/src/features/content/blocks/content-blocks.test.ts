import type { ContentBlock } from '@dineward/core/content/content-fields.ts'
import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { appForTest } from '../../../testing/app-for-test.ts'
import { markupOf } from '../../../testing/markup-for-test.tsx'
import { EarnOffers } from '../earn/earn-offers.tsx'
import { ContentBlocks } from './content-blocks.tsx'

const draw = (block: ContentBlock, settings: Record<string, unknown> = {}) =>
  markupOf(appForTest(settings), createElement(ContentBlocks, { blocks: [block] }))
const body = (body_text: string, look?: 'steps' | 'questions' | 'figure'): ContentBlock => ({
  type: 'body_text',
  fields: { body_text, look },
})

describe('content block', () => {
  it('title: heading with placeholders filled in', () => {
    expect(draw({ type: 'title', fields: { title: 'Eat with {program name}' } })).toMatch(
      /<h2[^>]*>Eat with Plain Dining<\/h2>/,
    )
  })

  it.each(['button', 'standalone_link'] as const)('of %s leads where it says', type => {
    const markup = draw({ type, fields: { text: 'Earn {currency plural}', url: '/earn' } })
    expect(markup).toMatch(/<a [^>]*href="\/earn"[^>]*>Earn miles/)
  })

  it('restaurants without a renderer: left out', () => {
    const fields = { search_string: '', headline: 'Near you', body: '' }
    expect(draw({ type: 'merchant_carousel', fields })).not.toContain('Near you')
  })

  it('text: markup is rendered, links stay in the app', () => {
    expect(draw(body('<p>See <a href="/search">the <em>list</em></a></p>'))).toContain(
      '<p>See <a href="/search" data-link="">the <em>list</em></a></p>',
    )
  })

  it('text with markup in a value: escaped', () => {
    const programName = '<script>alert(1)</script>'
    const markup = draw(body('<p>{program name}</p>'), { programName })
    expect(markup).not.toContain('<script')
    expect(markup).toContain('<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>')
  })

  it('text whose values refer to each other: terminates', () => {
    const markup = draw(body('<p>{program name}</p>'), {
      programName: '{partner name}',
      name: '{program name}',
    })
    expect(markup.length).toBeLessThan(5_000)
  })

  it('steps: headings are numbered', () => {
    const markup = draw(body('<h3>Search</h3><p>Look</p><h3>Dine</h3><p>Eat</p>', 'steps'))
    expect(markup.match(/<li/g)).toHaveLength(2)
    expect(markup).toMatch(/<ol.*>1<.*Search.*Look.*>2<.*Dine/s)
  })

  it('questions: expandable without script', () => {
    const markup = draw(body('<h3>Is it free?</h3><p>It is.</p>', 'questions'))
    expect(markup).toMatch(/<details.*<summary.*<h2[^>]*>Is it free\?<\/h2>.*<p>It is\.<\/p>.*<\/details>/s)
  })

  it('questions without a heading: plain text', () => {
    expect(draw(body('<p>It is free.</p>', 'questions'))).toContain('<p>It is free.</p>')
  })

  it('figure: number is enlarged', () => {
    expect(draw(body('<p>{max cards} cards</p><p>at most</p>', 'figure'))).toMatch(
      /<strong[^>]*>12<\/strong>\s*<span>cards<\/span>.*<p>at most<\/p>/s,
    )
  })
})

describe('current offers', () => {
  const offer = {
    slug: 'spring',
    text: 'Twice the miles',
    title: '',
    url: '',
    link_text: '',
    image: '',
    image_alt: '',
  }
  const drawOffers = (offers: (typeof offer)[], settings = {}) =>
    markupOf(appForTest(settings), createElement(EarnOffers, { offers }))

  it('some offers: shown without the empty message', () => {
    const markup = drawOffers([offer])
    expect(markup).toContain('Twice the miles')
    expect(markup).not.toContain('No offers right now')
  })

  it.each([
    ['there is none', []],
    ['those that there are say nothing', [{ ...offer, text: '{stay signed in label}' }]],
  ])('%s: empty message', (_case, offers) => {
    const app = appForTest()
    const silent = {
      ...app,
      partner: {
        ...app.partner,
        placeholders: { ...app.partner.placeholders, 'stay signed in label': ' ' },
      },
    }
    const markup = markupOf(silent, createElement(EarnOffers, { offers }))
    expect(markup).toContain('No offers right now')
    expect(markup).not.toContain('On the table now')
  })
})
