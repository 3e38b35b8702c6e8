import { createHash } from 'node:crypto'

/** A file of styles, for the head of a document. */
export interface InlineStyle {
  readonly href: string
  readonly css: string
  /** By which a page's policy names it. */
  readonly hash: string
}

/** A file of styles, of which a document takes what it uses. */
export interface StyleFile extends InlineStyle {
  /** Only the rules of modules that are in this markup, and those that are of none. */
  usedBy(signs: ReadonlySet<string>): InlineStyle
}

/**
 * Class names end in a sign of the module that they are from (`vite.config.ts`), so that a document tells which modules
 * it shows. The rest of a file comes as a file, once the page has loaded.
 */
export function signsIn(markup: string): ReadonlySet<string> {
  return new Set(Array.from(markup.matchAll(signOfClass), ([, sign]) => sign!))
}

export function styleFile(href: string, css: string): StyleFile {
  const pieces = piecesOf(css)
  const signs = new Set(pieces.flatMap(piece => piece.signs))
  const known = new Map<string, InlineStyle>()
  return {
    href,
    css,
    hash: sha256(css),
    usedBy(used) {
      const key = [...signs].filter(sign => used.has(sign)).join()
      const before = known.get(key)
      if (before) return before
      const mine = pieces.filter(
        piece => piece.signs.length === 0 || piece.signs.some(sign => used.has(sign)),
      )
      const text = joined(mine)
      const style = { href, css: text, hash: sha256(text) }
      if (known.size >= remembered) known.clear()
      known.set(key, style)
      return style
    },
  }
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64')
}

const signOfClass = /_([0-9a-f]{4})(?=[\s"])/g
/** In styles a class name ends where a word does. */
const signInStyles = /[a-z]_([0-9a-f]{4})(?![\w-])/gi
/** Combinations of modules that are kept for each file: there are about as many as kinds of pages. */
const remembered = 500

/** A rule, or a block of rules that stand together. `layer`: its opening, as written; null outside of any. */
interface Piece {
  readonly layer: string | null
  readonly text: string
  readonly signs: readonly string[]
}

function piecesOf(css: string): Piece[] {
  return statementsOf(css).flatMap((text): Piece[] => {
    const [, opening, inside] = /^(@layer [\w.-]+)\{([\s\S]*)\}$/.exec(text) ?? []
    if (!opening) return [pieceOf(null, text)]
    return statementsOf(inside ?? '').map(one => pieceOf(opening, one))
  })
}

function pieceOf(layer: string | null, text: string): Piece {
  return { layer, text, signs: [...new Set(Array.from(text.matchAll(signInStyles), ([, sign]) => sign!))] }
}

/** What stands side by side: each up to the end of its own block, or its semicolon. */
function statementsOf(css: string): string[] {
  const statements: string[] = []
  let depth = 0
  let start = 0
  for (const { 0: sign, index } of css.matchAll(boundary)) {
    if (sign === '{') depth++
    else if (sign === '}') depth--
    else if (sign !== ';') continue
    if (depth > 0 || sign === '{') continue
    statements.push(css.slice(start, index + 1).trim())
    start = index + 1
  }
  const rest = css.slice(start).trim()
  return rest ? [...statements, rest] : statements
}

/** Comments and texts are passed over: a brace in them is none. */
const boundary = /\/\*[\s\S]*?\*\/|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[{};]/g

function joined(pieces: readonly Piece[]): string {
  let text = ''
  let open: string | null = null
  for (const piece of pieces) {
    if (piece.layer !== open) {
      if (open !== null) text += '}'
      if (piece.layer !== null) text += `${piece.layer}{`
      open = piece.layer
    }
    text += piece.text
  }
  return open === null ? text : `${text}}`
}
