import type { RawEntry } from '../content.rules.ts'
import { button, link, text } from './blocks.ts'

const carousel = (search_string: string, headline: string) => ({
  type: 'merchant_carousel',
  fields: { search_string, headline },
})

/** At most one entry fits each visitor state. */
export const homeContent: Readonly<Record<'home' | 'discover', readonly RawEntry[]>> = {
  home: [
    {
      slug: 'visitor',
      fields: {
        user_states: ['anonymous'],
        title: 'Nothing changes but the ending',
        banner_text: [
          text('<p>Same restaurants, same card, same bill. A few days later, {currency plural}.</p>'),
          link('See how it works', '/how-it-works'),
        ],
      },
    },
    {
      slug: 'opted-out',
      fields: {
        user_states: ['optedOut'],
        title: 'You could be earning {earning level 2}',
        banner_text: [
          text('<p>Switch program emails on and every dinner from then on counts at the full rate.</p>'),
          button('Raise my rate', '/account/user_profile'),
        ],
      },
    },
    {
      slug: 'new-member',
      fields: {
        user_states: ['newMemberBonus'],
        title: 'Your first dinner can earn {new member reward} extra',
        banner_text: [
          text(
            '<p>Register, then pay for one dinner of {new member minimum} or more with a linked card.</p>',
          ),
          button('See the bonus', '/account/overview'),
        ],
      },
    },
    {
      slug: 'earning',
      fields: {
        user_states: ['emailOptIn'],
        title: 'You earn {earning level 2}',
        banner_text: [
          text('<p>Every dinner on a linked card, tax and tip included.</p>'),
          link('See more ways to earn', '/earn'),
        ],
      },
    },
  ],
  discover: [
    {
      slug: 'everyone',
      fields: {
        user_states: ['anonymous', 'optedOut', 'newMemberBonus', 'emailOptIn'],
        main_column: [
          carousel('isNew=true&sortBy=newest', 'New on the list'),
          carousel('sortBy=rating', 'What people keep going back for'),
          carousel('mealsServed=brunch', 'Brunch, and no rush'),
        ],
      },
    },
  ],
}
