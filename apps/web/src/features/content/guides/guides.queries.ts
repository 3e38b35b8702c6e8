import type { ContentFields } from '@dineward/core/content/content-fields.ts'
import type { getListedMerchants } from '@dineward/core/search/search.contract.ts'
import { queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../../../app-context.ts'
import { type ListedMerchant, toListed } from '../../../lib/listed-merchant.ts'
import { loadContent } from '../content.loaders.ts'
import { contentQuery } from '../content.queries.ts'

export type Guide = ContentFields['guides'] & { readonly slug: string }

export interface PickedMerchant extends ListedMerchant {
  readonly note: string
}

/** All of a program's guides, in the order that editors gave them. */
export function guidesQuery(app: AppContext) {
  return contentQuery(app, 'guides', 'all', entries =>
    entries
      .map(({ slug, fields }): Guide => ({ slug, ...fields }))
      .toSorted((one, other) => one.order - other.order),
  )
}

/** What leads to a guide: pages that list guides embed no more. */
export interface GuideSummary extends Pick<Guide, 'slug' | 'title' | 'topic' | 'author'> {
  readonly places: number
  /** Its first restaurant gives it a picture. */
  readonly first: string
}

export function guideSummariesQuery(app: AppContext) {
  return contentQuery(app, 'guides', 'summaries', entries =>
    entries
      .toSorted((one, other) => one.fields.order - other.fields.order)
      .map(({ slug, fields }) => summaryOf({ slug, ...fields })),
  )
}

export function summaryOf({ slug, title, topic, author, picks }: Guide): GuideSummary {
  return { slug, title, topic, author, places: picks.length, first: picks[0]!.merchant }
}

/** A page shows one guide's restaurants, or the first of each guide. */
export function pickedQuery(app: AppContext, ids: readonly string[]) {
  return queryOptions({
    queryKey: ['picked', app.hasSession(), ids],
    queryFn: async () => {
      if (ids.length === 0) return []
      const { merchants } = await app.api.call<typeof getListedMerchants>('GET', '/api/v2/Merchants/List', {
        query: { ids: [...ids] },
      })
      return merchants.map(toListed)
    },
  })
}

export const idsOf = ({ picks }: Guide): readonly string[] => picks.map(({ merchant }) => merchant)

export const firstIds = (guides: readonly GuideSummary[]): readonly string[] =>
  guides.map(({ first }) => first)

export function withNotes(guide: Guide, merchants: readonly ListedMerchant[]): readonly PickedMerchant[] {
  const notes = new Map(guide.picks.map(({ merchant, note }) => [merchant, note]))
  return merchants.map(merchant => ({ ...merchant, note: notes.get(merchant.id) ?? '' }))
}

/** Guides are left out where they cannot be loaded. */
export async function primeGuides(app: AppContext, most: number): Promise<void> {
  const summaries = (await loadContent(app, guideSummariesQuery(app))) ?? []
  const listed = app.partner.layout.hero === 'list' ? await loadContent(app, guidesQuery(app)) : undefined
  await Promise.all([
    app.queryClient.prefetchQuery(pickedQuery(app, firstIds(summaries.slice(0, most)))),
    listed?.[0] ? app.queryClient.prefetchQuery(pickedQuery(app, idsOf(listed[0]))) : null,
  ])
}
