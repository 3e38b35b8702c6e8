import type { RawEntry } from '../content.rules.ts'
import { button, link, questions, steps, text, title } from './blocks.ts'

export const pagesContent: readonly RawEntry[] = [
  {
    slug: 'how-it-works',
    fields: {
      browser_title: 'How it works',
      description: 'Link a card, dine, earn {currency plural}: how {program name} works, step by step.',
      title: 'Three steps, and one of them is dinner',
      banner: { enable_banner: true, include_welcome_message: true },
      banner_text: [
        text(
          '<p>Link a card you already carry. Eat where you like to eat. {program name} does the counting.</p>',
          'lead',
        ),
      ],
      main_column: [
        steps(
          '<h3>Find a restaurant</h3><p>Search by place, name or craving. Signed in, you see on each page whether you earn there today, and how much.</p>' +
            '<h3>Dine and pay</h3><p>Pay with a linked card, as you always do. There is nothing to show, scan or say. At a table the whole bill counts, tax and tip included.</p>' +
            '<h3>Earn</h3><p>The dinner shows in your activity the same day. Once the bank has settled it, your {currency plural} are final.</p>',
          ['map', 'bill', 'coins'],
        ),
        title('Good questions'),
        questions(
          '<h3>Is my card number safe?</h3><p>You type it into a sealed form that we cannot read. We keep a token, the brand, the last four digits and the expiry date, and nothing that could be charged.</p>' +
            '<h3>When do my {currency plural} arrive?</h3><p>You see a dinner the same day, marked as processing. It is final once the bank settles it, usually in one to three days.</p>' +
            '<h3>A dinner did not count. What now?</h3><p>Every dinner is in your activity with its reason, and with what to do about it. {claim days} days after the meal you can also <a href="/account/claim">report it</a>, and we look.</p>' +
            '<h3>How many cards can I link?</h3><p>Up to {max cards}. Remove one whenever you like. What you have earned stays yours.</p>',
        ),
        link('See the ways to earn', '/earn'),
      ],
    },
  },
  {
    slug: 'earn',
    fields: {
      browser_title: 'Ways to earn',
      description: 'What you earn with {program name}, and how to earn more of it.',
      title: 'What dinner is worth here',
      banner: { enable_banner: true, include_welcome_message: true },
      banner_text: [
        text('<p>One rate, on the whole bill. Then there is more.</p>', 'lead'),
        button('Find a restaurant', '/search'),
      ],
    },
  },
]
