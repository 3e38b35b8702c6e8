import type { ProgramSummary } from '@dineward/core/console-programs/programs.contract.ts'
import { lookUp } from '@dineward/core/shared/look-up.ts'
import { Anchor, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { programsQuery } from '../../features/programs/programs.queries.ts'
import { useMayInNetwork } from '../../lib/staff.ts'
import { Page } from '../../ui/page/page.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import { DataTable, type TableColumn } from '../../ui/table/data-table.tsx'

const columns: readonly TableColumn<ProgramSummary>[] = [
  {
    key: 'name',
    header: 'Program',
    cell: ({ programName }) => programName,
    sortBy: ({ programName }) => programName,
    width: 'minmax(12rem, 2fr)',
  },
  { key: 'state', header: 'State', cell: program => <State {...program} />, width: 'minmax(9rem, 1fr)' },
  {
    key: 'earns',
    header: 'Members earn',
    cell: one => lookUp(earning, one.currencyType ?? 'None') ?? one.currencyType,
    isSecondary: true,
  },
  { key: 'join', header: 'People join', cell: one => lookUp(joining, one.enrollmentType), isSecondary: true },
  { key: 'bonuses', header: 'Bonuses', cell: one => one.bonuses, isNumber: true, isSecondary: true },
  {
    key: 'site',
    header: 'Site',
    cell: ({ site }) => (
      <Anchor href={site} target="_blank" rel="noreferrer" fz="sm">
        {site.replace(/^https?:\/\//, '')}
      </Anchor>
    ),
    width: 'minmax(12rem, 1.5fr)',
    isSecondary: true,
  },
]

const earning = {
  Point: 'Points',
  Mile: 'Miles',
  Dollar: 'Cash back',
  Credit: 'Statement credits',
  None: 'Nothing',
} satisfies Record<string, string>
const joining = {
  direct: 'On the site',
  sso: 'At the partner',
  none: 'No accounts',
} satisfies Record<string, string>

function State({ maintenance, isStored }: ProgramSummary) {
  if (maintenance === 'everywhere') return <Status tone="bad">In maintenance</Status>
  if (maintenance === 'pages') return <Status tone="warn">Some pages closed</Status>
  return isStored ? <Status tone="wait">Open, not exported</Status> : <Status tone="good">Open</Status>
}

export function Component() {
  const query = useQuery(programsQuery)
  const mayCreate = useMayInNetwork('partners.create')
  return (
    <Page
      title="Programs"
      intro="Settings, looks, words and bonuses of each. What you change is in force within seconds."
      actions={
        mayCreate && (
          <Button component={Link} to="/programs/new">
            New program
          </Button>
        )
      }
    >
      <Loaded query={query}>
        {programs => (
          <DataTable
            label="Programs"
            columns={columns}
            rows={programs}
            rowKey={({ slug }) => slug}
            rowLink={({ slug }) => `/programs/${slug}/settings`}
            empty={<Empty title="No program">Your role has none whose settings you may read.</Empty>}
          />
        )}
      </Loaded>
    </Page>
  )
}
