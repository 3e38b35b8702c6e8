import type { ContentEntry, ContentFields, ContentKind, GlobalFields, GlobalSlug } from './content-fields.ts'

/** The content that stands around every page of a partner, and so travels with its brand. */
export interface FrameContent {
  readonly navbar: GlobalFields['navbar']['links']
  readonly footer: GlobalFields['footer']
  /** Null: the partner does not say. */
  readonly referral: GlobalFields['earn']['referral_link'] | null
  readonly announcement: ContentFields['announcement_banner']['banner_copy']
  /** The popup of the partner's `generalModalType`; null: none. */
  readonly popup: ContentFields['popup'] | null
  /** Without their questions, which belong to a page of their own. */
  readonly surveys: readonly Omit<ContentFields['surveys'], 'questions'>[]
  /** Addresses of `pages` entries that have one of their own: routes beside those of the product (shell §2.1). */
  readonly contentPaths: readonly string[]
}

/** All content of a partner, kind by kind. */
export type PartnerContent = { readonly [K in ContentKind]: readonly ContentEntry<K>[] }

/** Picks what every page needs. Total: missing content gives an empty frame, never a failure. */
export function frameContentOf(
  content: Partial<PartnerContent>,
  { generalModalType }: { readonly generalModalType: string | null },
): FrameContent {
  const globalOf = <S extends GlobalSlug>(slug: S) =>
    content.global?.find(entry => entry.slug === slug)?.fields as GlobalFields[S] | undefined
  return {
    navbar: globalOf('navbar')?.links ?? [],
    footer: globalOf('footer') ?? { primary_links: [], secondary_links: [] },
    referral: globalOf('earn')?.referral_link ?? null,
    announcement: content.announcement_banner?.[0]?.fields.banner_copy ?? [],
    popup: content.popup?.find(entry => entry.slug === generalModalType)?.fields ?? null,
    surveys: content.surveys?.map(({ fields: { questions: _, ...survey } }) => survey) ?? [],
    contentPaths: (content.pages ?? []).flatMap(({ fields }) =>
      plainPath.test(fields.url) ? [fields.url] : [],
    ),
  }
}

/** What would mean something to a route table (`:`, `*`, `?`) makes no route. */
const plainPath = /^(\/[\w.~-]+)+$/

export const emptyFrame: FrameContent = frameContentOf({}, { generalModalType: null })
