import type { BonusBanner } from '@dineward/core/bonuses/bonus-banners.rules.ts'
import type { getContent } from '@dineward/core/content/content.contract.ts'
import type {
  ContentBlock,
  ContentEntry,
  ContentFields,
  ContentKind,
} from '@dineward/core/content/content-fields.ts'
import { isShownTo, type VisitorState } from '@dineward/core/members/visitor-states.rules.ts'
import { queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../../app-context.ts'
import { ApiError, isUnauthorized } from '../../lib/api/api-client.ts'

/*
 * Content is fetched once (shell §4 Content loading): no retry, no refetch. Queries hold only what a page needs, since
 * they are embedded in the page. Null: no such entry. On failure, pages show their heading only.
 */

type Entries<K extends ContentKind> = readonly ContentEntry<K>[]

export function contentEntryQuery<K extends ContentKind>(app: AppContext, kind: K, slug: string) {
  return contentQuery(
    app,
    kind,
    slug,
    (entries): ContentFields[K] | null => entries.find(entry => entry.slug === slug)?.fields ?? null,
  )
}

export function contentAtQuery<K extends 'pages' | 'earn_details'>(app: AppContext, kind: K, path: string) {
  return contentQuery(
    app,
    kind,
    path,
    (entries): ContentFields[K] | null => entries.find(entry => entry.fields.url === path)?.fields ?? null,
  )
}

/** It has the current offers; those without text are left out (shell §3.7). */
export function earnBannersQuery(app: AppContext) {
  return contentQuery(app, 'earn_banner', 'all', entries =>
    entries
      .filter(({ fields }) => fields.text.trim() !== '')
      .map(({ slug, fields }) => ({ slug, ...fields })),
  )
}
export type EarnOffer = ContentFields['earn_banner'] & { readonly slug: string }

/** Ways to earn; those without a path have no page (shell §3.7). */
export function earnWaysQuery(app: AppContext) {
  return contentQuery(app, 'earn_details', 'all', entries =>
    entries
      .filter(({ fields }) => fields.url !== '')
      .map(({ fields }): EarnWay => {
        const { url, title, text, image, image_alt, banner } = fields
        return { url, title, text, image, image_alt, drawing: banner.drawing ?? null }
      }),
  )
}
export interface EarnWay {
  readonly url: string
  readonly title: string
  readonly text: string
  readonly image: string
  readonly image_alt: string
  readonly drawing: NonNullable<ContentFields['earn_details']['banner']['drawing']> | null
}

/** Content for this visitor's state, in the source's order (shell §6: filtered by user_states). */
export function visitorContentQuery(
  app: AppContext,
  kind: 'home' | 'discover',
  states: readonly VisitorState[],
) {
  return contentQuery(app, kind, states.join('+'), entries =>
    entries
      .filter(({ fields }) => isShownTo(fields, states))
      .map(({ slug, fields }): VisitorEntry => {
        const { title, banner_text, main_column, disclaimer } = fields
        return { slug, title, blocks: [...banner_text, ...main_column], disclaimer }
      }),
  )
}
export interface VisitorEntry {
  readonly slug: string
  readonly title: string
  readonly blocks: readonly ContentBlock[]
  readonly disclaimer: string
}

/** What editors add to the account overview, and how they show bonuses. */
export function accountContentQuery(app: AppContext) {
  return contentQuery(app, 'account_center', 'overview', entries => {
    const overview = entries.find(({ slug }) => slug === 'overview')?.fields
    return {
      overview: overview ? { title: overview.title, main_column: overview.main_column } : null,
      banners: entries.filter(({ fields }) => fields.type === 'bonus').map(bannerOf),
    }
  })
}

function bannerOf({ slug, fields }: ContentEntry<'account_center'>): BonusBanner {
  const { title, text, button, image, image_alt, drawing, order } = fields
  const { days_to_display, app_only_bonus, app_text, user_states } = fields
  return {
    code: slug,
    title,
    text,
    button,
    image,
    image_alt,
    order,
    days_to_display,
    app_only_bonus,
    app_text,
    user_states,
    ...(drawing ? { drawing } : {}),
  }
}

export function contentQuery<K extends ContentKind, T>(
  app: AppContext,
  kind: K,
  name: string,
  pick: (entries: Entries<K>) => T,
) {
  return queryOptions({
    queryKey: ['content', kind, name],
    queryFn: async () => pick(await fetchEntries(app, kind)),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

async function fetchEntries<K extends ContentKind>(
  app: AppContext,
  kind: K,
  preview = app.preview,
): Promise<Entries<K>> {
  try {
    const { data } = await app.api.call<typeof getContent>('GET', '/api/cms/:contentType/:contentName/', {
      params: { contentType: 'pages', contentName: kind },
      query: { page_size: 100, ...(preview ? { preview: '1' as const } : {}) },
    })
    // The server has validated every entry against the fields of its kind.
    return data.map(({ slug, fields }) => ({ slug, type: kind, fields: fields as ContentFields[K] }))
  } catch (error) {
    // Staff whose session has expired get published content.
    if (preview && isUnauthorized(error)) return fetchEntries(app, kind, false)
    const missing = error instanceof ApiError && error.status === 404
    if (typeof document !== 'undefined') {
      const sentence = `Content ${kind}: ${error instanceof Error ? error.message : error}`
      if (missing) console.info(sentence)
      else console.error(sentence)
    }
    if (missing) return []
    throw error
  }
}
