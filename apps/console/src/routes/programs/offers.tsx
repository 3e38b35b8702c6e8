import type { OfferRow } from '@dineward/core/console-programs/offers.contract.ts'
import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import { Alert, Anchor, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { daysText, offerStateWords } from '../../features/programs/offers/offer-words.ts'
import { type OfferFilters, offersQuery } from '../../features/programs/offers/offers.queries.ts'
import { ProgramPage } from '../../features/programs/program-page.tsx'
import { settingsQuery } from '../../features/programs/programs.queries.ts'
import { choicesOf, type List } from '../../kit/list/list.ts'
import { ListView, useListFilters } from '../../kit/list/list-page.tsx'
import { usePagedRows } from '../../kit/list/rows.ts'
import { formatCents, formatNumber, formatReward } from '../../lib/format.ts'
import { useMay, useProgram } from '../../lib/staff.ts'
import { Empty } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'

const listFor = (program: Program): List<OfferRow> => ({
  name: 'offers',
  label: 'Offers',
  rowKey: ({ id }) => id,
  rowLink: ({ id }) => `/programs/${program.slug}/offers/${id}`,
  filters: [
    { kind: 'search', name: 'query', label: 'Find an offer', placeholder: 'Its name' },
    { kind: 'choice', name: 'state', label: 'State', choices: choicesOf(offerStateWords) },
    { kind: 'linked', name: 'merchantId' },
  ],
  columns: [
    { key: 'name', header: 'Offer', value: ({ name }) => name, width: 'minmax(8.5rem, 2fr)' },
    {
      key: 'state',
      header: 'State',
      value: ({ state }) => state,
      cell: ({ state }) => <Status tone={offerStateWords[state].tone}>{offerStateWords[state].label}</Status>,
      width: '7.5rem',
    },
    {
      key: 'amount',
      header: 'Members read',
      value: ({ amount, minimumSpendCents: least }) =>
        least === 0 ? amount : `${amount} from ${formatCents(least)}`,
      width: 'minmax(10rem, 1.3fr)',
    },
    { key: 'days', header: 'Days', value: daysText, width: 'minmax(9.5rem, 1fr)' },
    {
      key: 'for',
      header: 'Where and for whom',
      value: ({ restaurants, members }) =>
        `${restaurants === null ? 'Everywhere' : countOf(restaurants, 'restaurant')}, ${members === null ? 'everyone' : countOf(members, 'member')}`,
      width: 'minmax(11rem, 1.4fr)',
    },
    {
      key: 'uses',
      header: 'Dines',
      value: ({ uses }) => uses,
      cell: ({ uses }) => formatNumber(uses),
      width: '3.5rem',
      isNumber: true,
    },
    {
      key: 'units',
      header: 'Earned by it',
      value: ({ units }) => units,
      cell: ({ units }) => formatReward(program, units),
      width: 'minmax(5.5rem, 0.8fr)',
      isNumber: true,
    },
  ],
  empty: (
    <Empty title="No offer yet">
      An offer adds to what one dine earns, at the restaurants and on the days that you choose.
    </Empty>
  ),
})

const countOf = (count: number, word: string): string =>
  `${formatNumber(count)} ${word}${count === 1 ? '' : 's'}`

export function Component() {
  const { slug = '' } = useParams()
  const program = useProgram(slug)
  const mayChange = useMay('bonuses.change', slug)
  return (
    <ProgramPage
      slug={slug}
      part="Offers"
      actions={
        mayChange && (
          <Button component={Link} to={`/programs/${slug}/offers/new`}>
            New offer
          </Button>
        )
      }
    >
      <SwitchedOff slug={slug} />
      {program && <Offers program={program} />}
    </ProgramPage>
  )
}

function Offers({ program }: { program: Program }) {
  const list = listFor(program)
  const filters = useListFilters<OfferFilters>(list)
  return (
    <ListView of={list} rows={usePagedRows(offersQuery(program.slug, filters), ({ offers }) => offers)} />
  )
}

/** Offers of a program without them are kept, and earn nothing. */
function SwitchedOff({ slug }: { slug: string }) {
  const { data } = useQuery(settingsQuery(slug))
  if (data?.find(({ path }) => path === 'hasFlexOffers')?.value !== false) return null
  return (
    <Alert color="orange" title="Offers are switched off in this program">
      Members do not see them, and dines do not earn them.{' '}
      <Anchor
        component={Link}
        to={`/programs/${slug}/settings?setting=hasFlexOffers`}
        fz="sm"
        c="inherit"
        td="underline"
      >
        Open the setting
      </Anchor>
    </Alert>
  )
}
