import type { WithSettings } from '../partner/partner-questions.ts'

/** What a page says of itself, and an empty text says nothing; the rest comes from the partner. */
export interface PageWords {
  readonly title?: string | undefined
  readonly description?: string | undefined
}

export interface Head {
  /** Of the document: the page's own words, and whose page it is. */
  readonly documentTitle: string
  /** For whoever shows the page elsewhere. */
  readonly title: string
  readonly description: string
  readonly keywords: string
  readonly canonical: string
}

type Described = WithSettings<'routeMeta' | 'name' | 'programName'>

/**
 * The head of a page (shell §2.2). Title, description and keywords: what the partner wrote for this path, else what the
 * page says of itself, else the home entry, else the partner's name. Canonical is the path alone: what follows it
 * (where somebody searched, where they came from) makes no other page.
 */
export function headOf(
  partner: Described,
  { origin, pathname }: { readonly origin: string; readonly pathname: string },
  words: PageWords = {},
): Head {
  const { routeMeta, name, programName } = partner.settings
  const path = pathname.replace(/(?<=.)\/+$/, '')
  const own = Object.hasOwn(routeMeta, path) ? routeMeta[path] : undefined
  const home = routeMeta['/']
  const title = own?.title ?? (words.title || (home?.title ?? name))
  const documentTitle = words.title || title
  return {
    documentTitle: documentTitle.includes(programName) ? documentTitle : `${documentTitle} | ${programName}`,
    title,
    description: own?.description ?? (words.description || (home?.description ?? name)),
    keywords: own?.keywords ?? home?.keywords ?? name,
    canonical: origin + path,
  }
}
