import type { ProgramSummary } from '@dineward/core/console-programs/programs.contract.ts'
import { lookUp } from '@dineward/core/shared/look-up.ts'
import { Anchor, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { programsQuery } from '../../features/programs/programs.queries.ts'
import { column, numberColumn } from '../../kit/list/columns.tsx'
import type { List } from '../../kit/list/list.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { wholeRows } from '../../kit/list/rows.ts'
import { useMayInNetwork } from '../../lib/staff.ts'
import { Empty } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'

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

const list: List<ProgramSummary> = {
  name: 'programs',
  label: 'Programs',
  isTall: true,
  rowKey: ({ slug }) => slug,
  rowLink: ({ slug }) => `/programs/${slug}/settings`,
  columns: [
    column('Program', ({ programName }) => programName),
    column('State', ({ maintenance }) => maintenance, {
      cell: program => <State {...program} />,
    }),
    column('Members earn', one => lookUp(earning, one.currencyType ?? 'None') ?? one.currencyType),
    column('People join', one => lookUp(joining, one.enrollmentType) ?? one.enrollmentType),
    numberColumn('Bonuses', ({ bonuses }) => bonuses),
    column('Site', ({ site }) => site, {
      cell: ({ site }) => (
        <Anchor href={site} target="_blank" rel="noreferrer" fz="sm">
          {site.replace(/^https?:\/\//, '')}
        </Anchor>
      ),
    }),
  ],
  empty: <Empty title="No program">Your role has none whose settings you may read.</Empty>,
}

export function Component() {
  const programs = useQuery(programsQuery)
  const mayCreate = useMayInNetwork('partners.create')
  return (
    <ListPage
      of={list}
      rows={wholeRows(programs, all => all)}
      title="Programs"
      intro="Settings, looks, words and bonuses of each. What you change is in force within seconds."
      actions={
        mayCreate && (
          <Button component={Link} to="/programs/new">
            New program
          </Button>
        )
      }
    />
  )
}
