import type { ListedPosting } from '@dineward/core/console-finance/postings.contract.ts'
import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import { postingReasonText } from '@dineward/core/console-support/event-words.rules.ts'
import { column, fileColumn, numberColumn, timeColumn } from '../../kit/list/columns.tsx'
import { choice, choicesOf, type List, oneProgramFilter, search } from '../../kit/list/list.ts'
import { addressOf, download } from '../../lib/api.ts'
import { formatReward } from '../../lib/format.ts'
import { monthChoices } from '../../lib/months.ts'
import { Empty } from '../../ui/states.tsx'
import { type PostingsOf, postingsPage } from './drill-down.queries.ts'
import { accountNames, figureNames, kindNames } from './figure-words.ts'
import { CellLink, type Places } from './finance-links.tsx'

const answers = { sent: 'None yet', confirmed: 'Confirmed', rejected: 'Rejected' }

export const postingFilters = [
  oneProgramFilter('finance.read'),
  choice('month', 'Counts in', monthChoices(24), 'Any month'),
  choice('until', 'Or until the end of', monthChoices(24), 'Now'),
  choice('figure', 'Figure', choicesOf(figureNames), 'None'),
  choice('account', 'Account', choicesOf(accountNames)),
  choice('kind', 'For', choicesOf(kindNames)),
  search('Member', 'The member’s id', 'member'),
  search('Restaurant', 'The restaurant’s id', 'merchant'),
  search('Accrual file', 'The file’s name', 'file'),
  choice('answer', 'Partner’s answer', choicesOf(answers)),
]

export const postingsFor = (program: Program, of: PostingsOf, places: Places): List<ListedPosting> => ({
  name: 'postings',
  label: 'Postings, the newest first',
  rowKey: ({ postingId, account }) => `${postingId} ${account}`,
  filters: postingFilters,
  download: () =>
    download(addressOf('/api/Console/Finance/Postings.csv', { query: of }), `postings-${program.slug}.csv`),
  columns: [
    timeColumn('Counts', ({ countsAt }) => countsAt, 'time'),
    column('For', ({ kind }) => kindNames[kind], {
      cell: ({ kind, dineId }) => <CellLink to={places.dine(dineId)}>{kindNames[kind]}</CellLink>,
    }),
    numberColumn(
      'Amount',
      ({ units }) => units,
      units => formatReward(program, units),
    ),
    column('Account', ({ account }) => accountNames[account]),
    column('Member', ({ memberId }) => memberId, {
      cell: ({ memberId }) =>
        memberId === null ? '—' : <CellLink to={places.member(memberId)}>{memberId}</CellLink>,
    }),
    column('Restaurant', ({ merchant }) => merchant?.name ?? '', {
      cell: ({ merchant }) =>
        merchant === null ? '—' : <CellLink to={places.restaurant(merchant.id)}>{merchant.name}</CellLink>,
    }),
    column('File', ({ fileId }) => fileId, {
      cell: ({ fileId }) =>
        fileId === null ? (
          '—'
        ) : (
          <CellLink to={postingsPage({ partner: program.slug, account: 'member_rewards', file: fileId })}>
            {fileId}
          </CellLink>
        ),
    }),
    column('Why', ({ reason }) => postingReasonText(reason)),
    fileColumn('Posting', ({ postingId }) => postingId),
  ],
  empty: <Empty title="No postings yet">A row is here once a member earns something.</Empty>,
})
