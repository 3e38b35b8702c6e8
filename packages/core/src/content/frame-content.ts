import type { ContentEntry, ContentFields, ContentKind, GlobalFields, GlobalSlug } from './content-fields.ts'

/** It is the content around every page, which is part of the brand. */
export interface FrameContent {
  readonly navbar: GlobalFields['navbar']['links']
  readonly footer: GlobalFields['footer']
  readonly referral: GlobalFields['earn']['referral_link'] | null
  readonly announcement: ContentFields['announcement_banner']['banner_copy']
  readonly popup: ContentFields['popup'] | null
  /** Without questions, which only a survey's page needs. */
  readonly surveys: readonly Omit<ContentFields['surveys'], 'questions'>[]
  /** They are the addresses of `pages` entries, which are additional routes (shell §2.1). */
  readonly contentPaths: readonly string[]
}

export type PartnerContent = { readonly [K in ContentKind]: readonly ContentEntry<K>[] }

/** Missing content gives an empty frame, never a failure. */
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

/** A route pattern (`:`, `*`, `?`) is none. */
const plainPath = /^(\/[\w.~-]+)+$/

export const emptyFrame: FrameContent = frameContentOf({}, { generalModalType: null })
