import type { RawEntry } from '../content.rules.ts'

export const globalContent: readonly RawEntry[] = [
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
      // The main menu shows these below the site's links: do not repeat those.
      primary_links: [{ text: 'How earning is counted', url: '/earn/how-it-works' }],
      secondary_links: [],
    },
  },
  {
    slug: 'earn',
    fields: {
      referral_link: {
        is_enabled: false,
        title: 'Good company earns, too',
        description:
          'Share your link. When someone joins with it and dines, you both earn {currency plural}.',
      },
      tooltip_copy:
        'The rate applies to the whole bill, tax and tip included, on the days that the restaurant takes part. Each dinner is rounded down to the last whole unit.',
      disclaimer:
        'Rates, days and monthly limits differ between restaurants and members see them on each restaurant’s page. Only payments with a linked card count. A refund takes its {currency plural} back.',
    },
  },
]
