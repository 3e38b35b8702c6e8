import type { RawEntry } from '../content.rules.ts'
import { link, text } from './blocks.ts'

export const activationContent: Readonly<Record<'tier_1_activation', readonly RawEntry[]>> = {
  tier_1_activation: [
    {
      slug: 'activation',
      fields: {
        browser_title: 'Activate your account',
        title: 'You are one tap from earning',
        banner: { enable_banner: true, drawing: 'card' },
        banner_text: [
          text(
            '<p>Your {program name} account is ready. Activate it, link a card, and your next dinner counts.</p>',
            'lead',
          ),
        ],
        main_column: [
          text(
            '<ul><li>It is free, and stays free.</li><li>You earn {earning level 0} from your first dinner on, and {earning level 2} with program emails.</li><li>Nothing is charged, and no card is linked until you do it.</li></ul>',
          ),
        ],
      },
    },
    {
      slug: 'activated',
      fields: {
        browser_title: 'Your account is active',
        title: 'You are in',
        banner: { enable_banner: true, drawing: 'table' },
        banner_text: [
          text('<p>Your account is active. Link a card, find a table, and start earning.</p>', 'lead'),
        ],
        main_column: [link('See how earning is counted', '/earn/how-it-works')],
      },
    },
  ],
}
