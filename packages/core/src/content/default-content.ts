import type { RawEntry } from './content.rules.ts'
import type { ContentKind } from './content-fields.ts'

/** What every partner starts from, entry by entry. A partner's folder replaces entries by their slug. */
export const defaultContent: { readonly [K in ContentKind]?: readonly RawEntry[] } = {
  global: [
    {
      slug: 'navbar',
      fields: {
        links: [
          { text_desktop: 'Find a restaurant', text_mobile: 'Restaurants', url: '/search' },
          { text_desktop: 'How it works', text_mobile: 'How it works', url: '/how-it-works' },
          { text_desktop: 'Ways to earn', text_mobile: 'Earn', url: '/earn' },
        ],
      },
    },
    {
      slug: 'footer',
      fields: {
        primary_links: [
          { text: 'Find a restaurant', url: '/search' },
          { text: 'How it works', url: '/how-it-works' },
          { text: 'Ways to earn', url: '/earn' },
        ],
        secondary_links: [],
      },
    },
  ],
}
