import type { WithSettings } from '../partner/partner-questions.ts'
import { lookUp } from '../shared/look-up.ts'

/** Empty texts fall back to the partner's. */
export interface PageWords {
  readonly title?: string | undefined
  readonly description?: string | undefined
}

export interface Head {
  readonly documentTitle: string
  /** Link previews show it. */
  readonly title: string
  readonly description: string
  readonly keywords: string
  readonly canonical: string
}

type Described = WithSettings<'routeMeta' | 'name' | 'programName'>

/**
 * Texts come from the partner's entry for this path, the page, the home entry, or the partner's name. The canonical
 * address is the path (shell §2.2).
 */
export function headOf(
  partner: Described,
  { origin, pathname }: { readonly origin: string; readonly pathname: string },
  words: PageWords = {},
): Head {
  const { routeMeta, name, programName } = partner.settings
  const path = pathname.replace(/(?<=.)\/+$/, '')
  const own = lookUp(routeMeta, path)
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
