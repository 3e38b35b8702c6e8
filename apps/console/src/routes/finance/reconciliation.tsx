import type { ListedReconciliation } from '@dineward/core/console-finance/reconciliation.contract.ts'
import { networkLabel } from '@dineward/core/rewards/reports/networks.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { NetworkDifferences } from '../../features/finance/network-differences.tsx'
import { ReconcileUpload } from '../../features/finance/reconcile-upload.tsx'
import { reconciliationsQuery } from '../../features/finance/reconciliation.queries.ts'
import { column, numberColumn, timeColumn } from '../../kit/list/columns.tsx'
import type { List } from '../../kit/list/list.ts'
import { ListView } from '../../kit/list/list-page.tsx'
import { wholeRows } from '../../kit/list/rows.ts'
import { useMayInNetwork } from '../../lib/staff.ts'
import { Page } from '../../ui/page/page.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Empty } from '../../ui/states.tsx'

export function Component() {
  const mayRead = useMayInNetwork('finance.read')
  const mayRecord = useMayInNetwork('finance.settle')
  return (
    <Page
      title="Reconciliation"
      intro="What the card networks say of a day, against the card events that arrived. A network’s file is of all programs."
    >
      {mayRead ? (
        <>
          <NetworkDifferences />
          {mayRecord && <ReconcileUpload />}
          <ComparedFiles />
        </>
      ) : (
        <Empty title="For staff of all programs">
          A network’s file has the transactions of every program. Ask someone whose role is for all of them.
        </Empty>
      )}
    </Page>
  )
}

function ComparedFiles() {
  const files = useQuery(reconciliationsQuery)
  return (
    <Section title="Files">
      <ListView of={list} rows={wholeRows(files, items => items)} />
    </Section>
  )
}

const count = (key: keyof ListedReconciliation['counts'], header: string) =>
  numberColumn<ListedReconciliation>(header, ({ counts }) => counts[key])

const list: List<ListedReconciliation> = {
  name: 'compared-files',
  label: 'Files that were compared, the newest first',
  rowKey: ({ id }) => id,
  rowLink: ({ id }) => `/finance/reconciliation?state=all&file=${id}`,
  columns: [
    column('File', ({ fileName }) => fileName),
    column('Network', ({ network }) => networkLabel(network)),
    timeColumn('Recorded', ({ createdAt }) => createdAt, 'day'),
    column('By', ({ createdBy }) => createdBy),
    count('rows', 'Rows'),
    count('equal', 'Agree'),
    count('missing', 'Missing'),
    count('different', 'Differ'),
    count('unknown', 'Extra'),
    count('refused', 'Refused'),
  ],
  empty: <Empty title="No file was compared yet">Networks send one a day.</Empty>,
}
