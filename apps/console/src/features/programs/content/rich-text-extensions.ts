import { isAddress } from '@dineward/core/content/content-fields.ts'
import { unknownPlaceholdersIn } from '@dineward/core/partner/partner-placeholders.ts'
import { placeholdersIn } from '@dineward/core/partner/placeholders.ts'
import { Plugin } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { type Editor, Extension } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import styles from './rich-text.module.css'

type Doc = Editor['state']['doc']

/** Placeholders stay text; they look like what is filled in, or like a mistake. */
function decorate(doc: Doc): DecorationSet {
  const found: Decoration[] = []
  doc.descendants((node, position) => {
    if (!node.isText) return
    let from = 0
    for (const name of placeholdersIn(node.text!)) {
      const index = node.text!.indexOf(`{${name}}`, from)
      from = index + name.length + 2
      const isKnown = unknownPlaceholdersIn(`{${name}}`).length === 0
      found.push(
        Decoration.inline(position + index, position + from, {
          class: (isKnown ? styles.placeholder : styles.unknown)!,
          title: isKnown ? 'The program’s value is filled in here' : 'Nothing fills this in',
        }),
      )
    }
  })
  return DecorationSet.create(doc, found)
}

/**
 * Other programs' headings come in the two sizes that pages have. The editor keeps no looks and handlers; the page's policy
 * would report each one while it is read.
 */
const withoutLooks = (html: string): string =>
  html
    .replaceAll(/<style[\s>][\s\S]*?<\/style>/gi, '')
    .replaceAll(/<[a-z][^>]*>/gi, tag => tag.replaceAll(/\s(?:style|on\w+)\s*=\s*(?:"[^"]*"|'[^']*')/gi, ''))
    .replaceAll(/<(\/?)h[12](?=[\s>])/gi, '<$1h3')
    .replaceAll(/<(\/?)h[56](?=[\s>])/gi, '<$1h4')

const placeholders = Extension.create({
  name: 'placeholders',
  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      state: {
        init: (_config, { doc }) => decorate(doc),
        apply: (transaction, before) => (transaction.docChanged ? decorate(transaction.doc) : before),
      },
      props: {
        decorations(state) {
          return this.getState(state)
        },
        transformPastedHTML: withoutLooks,
      },
    }),
  ],
})

/** They are what the server keeps of a markup (`rich-text.rules.ts`), and nothing else. */
export const richTextExtensions = [
  StarterKit.configure({
    blockquote: false,
    code: false,
    codeBlock: false,
    dropcursor: false,
    gapcursor: false,
    horizontalRule: false,
    strike: false,
    underline: false,
    trailingNode: false,
    heading: { levels: [3, 4] },
    link: {
      openOnClick: false,
      autolink: false,
      linkOnPaste: true,
      isAllowedUri: address => isAddress(address ?? ''),
      HTMLAttributes: { target: null, rel: null },
    },
  }),
  placeholders,
]
