import { describe, expect, test } from 'vitest'
import { contentImageUrl, mediaIn, withMedia, withoutMedia } from './media.rules.ts'

const library = new Map([
  ['table', { code: 'abc123', alt: 'A long table' }],
  ['lines', { code: 'def456', alt: '' }],
])
const at = (id: string) => `/images/content/${id}`

describe('pictures of the library in an entry', () => {
  test.each([
    ['a picture', { image: at('table') }, { image: `${at('table')}?v=abc123`, image_alt: 'A long table' }],
    [
      'words of the entry',
      { image: at('table'), image_alt: 'Dinner' },
      { image: `${at('table')}?v=abc123`, image_alt: 'Dinner' },
    ],
    ['a decoration', { image: at('lines') }, { image: `${at('lines')}?v=def456` }],
    [
      'a banner',
      { banner: { image: at('lines'), image_mobile: at('table') } },
      {
        banner: {
          image: `${at('lines')}?v=def456`,
          image_mobile: `${at('table')}?v=abc123`,
          image_mobile_alt_text: 'A long table',
        },
      },
    ],
    ['one that is gone', { image: at('gone'), text: 'Spring' }, { image: '', text: 'Spring' }],
    ['one of another site', { image: 'https://cdn.example/a.png' }, { image: 'https://cdn.example/a.png' }],
    ['text that looks like one', { text: at('table') }, { text: at('table') }],
  ])('%s -> as pages show it', (_name, written, shown) => {
    expect(withMedia(written, library)).toEqual(shown)
  })

  test.each([
    ['a picture', { image: at('table'), image_alt: '' }],
    ['words of the entry', { image: at('table'), image_alt: 'Dinner' }],
    ['a decoration', { blocks: [{ image: at('lines') }] }],
    ['a banner', { banner: { image: '', image_mobile: at('table'), image_mobile_alt_text: '' } }],
  ])('%s: shown, then read by the console -> as it was written', (_name, written) => {
    expect(withoutMedia(withMedia(written, library), library)).toEqual(written)
  })

  test('each is found with its place', () => {
    const found = mediaIn({ image: at('a'), banner: { image_mobile: `${at('b')}?v=abc` }, text: at('c') })
    expect(found).toEqual([
      { id: 'a', path: 'image' },
      { id: 'b', path: 'banner.image_mobile' },
    ])
  })

  test('a size -> of pictures of the library alone', () => {
    expect(contentImageUrl(`${at('a')}?v=abc`, 'banner')).toBe(`${at('a')}?v=abc&preset=banner&dpr=2`)
    expect(contentImageUrl('/a.png', 'banner')).toBe('/a.png')
  })
})
