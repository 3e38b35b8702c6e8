import type { RawEntry } from '../content.rules.ts'
import { link, questions, text, title } from './blocks.ts'

export const earnContent: Readonly<Record<'earn_details' | 'sidebar', readonly RawEntry[]>> = {
  earn_details: [
    {
      slug: 'how-it-works',
      fields: {
        url: '/earn/how-it-works',
        browser_title: 'How earning works',
        title: 'How earning is counted',
        text: 'What counts, what does not, and when it is final.',
        banner: { enable_banner: true, drawing: 'coins' },
        banner_text: [text('<p>No fine print hunt: this is all of it.</p>', 'lead')],
        main_column: [
          title('What counts'),
          text(
            '<ul><li>The whole bill at a restaurant on the list: food, drinks, tax and tip. Of an order online, the food and drinks.</li>' +
              '<li>Paid with a card that is linked to your account on that day.</li>' +
              '<li>On a day that the restaurant takes part, up to its limit for the month. Signed in, you see both on its page.</li></ul>',
          ),
          title('What does not'),
          text(
            '<ul><li>Gift cards, orders that another company delivers, and meals paid in cash or with another card.</li><li>Bills that were refunded: their {currency plural} go back.</li></ul>',
          ),
          title('Good questions'),
          questions(
            '<h3>Which rate is mine?</h3><p>With program emails switched on you earn {earning level 2}. Without them, {earning level 0}. You can change that in your <a href="/account/user_profile">profile</a>.</p>' +
              '<h3>Why does the amount change after a few days?</h3><p>A restaurant asks the bank for the bill first and adds the tip later. We count what was settled in the end.</p>' +
              '<h3>How is it rounded?</h3><p>Each dinner is rounded down to the last whole unit.</p>',
          ),
        ],
      },
    },
  ],
  sidebar: [
    {
      slug: 'earn',
      fields: {
        title: 'New here?',
        main_column: [
          text('<p>Link a card once, then forget about it. Dinner does the rest.</p>'),
          link('See how it works', '/how-it-works'),
        ],
      },
    },
  ],
}
