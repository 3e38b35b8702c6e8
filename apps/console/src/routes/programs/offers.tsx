import type { OfferRow } from '@dineward/core/console-programs/offers.contract.ts'
import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import { Alert, Anchor, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { daysText, offerStateWords } from '../../features/programs/offers/offer-words.ts'
import { type OfferFilters, offersQuery } from '../../features/programs/offers/offers.queries.ts'
import { ProgramPage } from '../../features/programs/program-page.tsx'
import { settingsQuery } from '../../features/programs/programs.queries.ts'
import { column, numberColumn, statusColumn } from '../../kit/list/columns.tsx'
import { choice, choicesOf, type List, search } from '../../kit/list/list.ts'
import { ListView, useListFilters } from '../../kit/list/list-page.tsx'
import { usePagedRows } from '../../kit/list/rows.ts'
import { formatCents, formatNumber, formatReward } from '../../lib/format.ts'
import { useMay, useProgram } from '../../lib/staff.ts'
import { Empty } from '../../ui/states.tsx'

const listFor = (program: Program): List<OfferRow> => ({
  name: 'offers',
  label: 'Offers',
  rowKey: ({ id }) => id,
  rowLink: ({ id }) => `/programs/${program.slug}/offers/${id}`,
  filters: [
    search('Find an offer', 'Its name'),
    choice('state', 'State', choicesOf(offerStateWords)),
    { kind: 'linked', name: 'merchantId' },
  ],
  columns: [
    column('Offer', ({ name }) => name),
    statusColumn('State', ({ state }) => state, offerStateWords),
    column('Members read', ({ amount, minimumSpendCents: least }) =>
      least === 0 ? amount : `${amount} from ${formatCents(least)}`,
    ),
    column('Days', daysText),
    column(
      'Where and for whom',
      ({ restaurants, members }) =>
        `${restaurants === null ? 'Everywhere' : countOf(restaurants, 'restaurant')}, ${members === null ? 'everyone' : countOf(members, 'member')}`,
    ),
    numberColumn('Dines', ({ uses }) => uses),
    numberColumn(
      'Earned by it',
      ({ units }) => units,
      units => formatReward(program, units),
    ),
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
