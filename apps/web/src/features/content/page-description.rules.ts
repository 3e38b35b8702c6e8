import type { ContentPage } from '@dineward/core/content/content-fields.ts'
import { plainText, richTextNodes } from './blocks/rich-text-nodes.ts'

/** Search engines cut what is longer. */
const maxLength = 160

/** The editor's description, else the first sentences of the page, cut after a word; empty without either. */
export function descriptionOf(page: ContentPage | null): string {
  if (page === null) return ''
  if (page.description) return page.description
  const texts = [...page.banner_text, ...page.main_column]
    .filter(block => block.type === 'body_text')
    .map(({ fields }) =>
      richTextNodes(fields.body_text)
        .map(node => plainText([node]))
        .join(' ')
        .trim(),
    )
  return shorten(texts.filter(Boolean).join(' '))
}

function shorten(text: string): string {
  if (text.length <= maxLength) return text
  return `${text.slice(0, text.lastIndexOf(' ', maxLength - 1))}…`
}
