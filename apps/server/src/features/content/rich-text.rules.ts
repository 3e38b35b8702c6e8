import { isAddress } from '@dineward/core/content/content-fields.ts'
import sanitizeHtml from 'sanitize-html'

/** Longer ones are refused by their schema: they are not worth the cleaning. */
const maxLength = 20_000
/** Deeper than any field of any kind. */
const maxDepth = 10

/** Cleans what editors may mark up: `body_text`, wherever it stands in an entry's fields. */
export function cleanRichText(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth > maxDepth) return undefined
  if (Array.isArray(value)) return value.map(each => cleanRichText(each, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) =>
      key === 'body_text' && typeof each === 'string' && each.length <= maxLength
        ? [key, cleanMarkup(each)]
        : [key, cleanRichText(each, depth + 1)],
    ),
  )
}

/**
 * Keeps paragraphs, emphasis, lists, small headings and links to where a link may lead; everything else goes, its words
 * stay, and a script goes with its words. How a link opens is the page's matter.
 */
export function cleanMarkup(markup: string): string {
  return sanitizeHtml(markup, {
    allowedTags: ['p', 'br', 'strong', 'em', 'ul', 'ol', 'li', 'h3', 'h4', 'a'],
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['https', 'tel', 'mailto'],
    allowProtocolRelative: false,
    nestingLimit: 20,
    transformTags: {
      b: 'strong',
      i: 'em',
      div: 'p',
      h1: 'h3',
      h2: 'h3',
      h5: 'h4',
      h6: 'h4',
      a: (tagName, { href = '' }) => ({ tagName, attribs: { href: href.trim() } }),
    },
    exclusiveFilter: ({ tag, attribs }) =>
      tag === 'a' && !isAddress(attribs.href ?? '') ? 'excludeTag' : false,
  })
}
