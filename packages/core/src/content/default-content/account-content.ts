import type { RawEntry } from '../content.rules.ts'
import { link, text } from './blocks.ts'

export const accountContent: Readonly<Record<'account_center', readonly RawEntry[]>> = {
  account_center: [
    {
      slug: 'overview',
      fields: {
        title: 'Make the next one count',
        main_column: [
          text('<p>Rates, days and limits stand on each restaurant’s page. Look before you book.</p>'),
          link('See more ways to earn', '/earn'),
        ],
      },
    },
    {
      slug: 'NEWMEMBER',
      fields: { type: 'bonus', order: 1, drawing: 'gift', title: 'Welcome to the table', button: 'Register' },
    },
    {
      slug: 'EXPLORE3',
      fields: { type: 'bonus', order: 2, drawing: 'map', title: 'Somewhere new', button: 'Register' },
    },
  ],
}
