import { isAddress } from '@dineward/core/content/content-fields.ts'
import sanitizeHtml from 'sanitize-html'

/** Longer texts are refused by their schema. */
const maxLength = 20_000
const maxDepth = 10

/** Clean the markup of `body_text` at any depth. */
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

/** Keep paragraphs, emphasis, lists, small headings and safe links; of other elements only the words. */
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
