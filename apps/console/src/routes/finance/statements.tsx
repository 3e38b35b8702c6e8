import type { ListedMerchantStatement } from '@dineward/core/console-finance/statements.contract.ts'
import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import { percentOfBasisPoints } from '@dineward/core/reports/reports.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { BridgeTable } from '../../features/finance/bridge-table.tsx'
import { bridgeQuery, dinesPage } from '../../features/finance/drill-down.queries.ts'
import { merchantStatementsQuery, partnerStatementQuery } from '../../features/finance/finance.queries.ts'
import { CellLink } from '../../features/finance/finance-links.tsx'
import { MovementsTable } from '../../features/finance/movements-table.tsx'
import { centsColumn, column, controlColumn, numberColumn } from '../../kit/list/columns.tsx'
import { DownloadButton } from '../../kit/list/file-button.tsx'
import { choice, type List, oneProgramFilter } from '../../kit/list/list.ts'
import { ListFilters } from '../../kit/list/list-filters.tsx'
import { ListView, useListFilters } from '../../kit/list/list-page.tsx'
import { wholeRows } from '../../kit/list/rows.ts'
import { addressOf, download } from '../../lib/api.ts'
import { formatCents, formatNumber, formatReward } from '../../lib/format.ts'
import { formatMonth, monthChoices, pastMonths } from '../../lib/months.ts'
import { AsOf } from '../../ui/as-of.tsx'
import { Figure, Figures } from '../../ui/figure.tsx'
import { useOneProgram } from '../../ui/one-program.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'

const filters = [
  oneProgramFilter('finance.read'),
  choice('month', 'Month', monthChoices(24), formatMonth(pastMonths(1)[0]!)),
]

export function Component() {
  const program = useOneProgram('finance.read')
  const { month = pastMonths(1)[0]! } = useListFilters<{ month?: string }>({ filters })
  return (
    <Page title="Statements" intro="What a program and its restaurants owe and are owed for a month.">
      <ListFilters filters={filters} />
      {program && (
        <>
          <PartnerSection program={program} month={month} />
          <BridgeSection program={program} month={month} />
          <RestaurantSection program={program} month={month} />
        </>
      )}
    </Page>
  )
}

interface OfMonth {
  readonly program: Program
  readonly month: string
}

const base = '/api/Console/Finance'

function PartnerSection({ program, month }: OfMonth) {
  const ofMonth = { partner: program.slug, month }
  const query = useQuery(partnerStatementQuery(ofMonth))
  const name = `partner-statement-${program.slug}-${month}`
  return (
    <Section
      title={`${program.name}, ${formatMonth(month)}`}
      actions={
        <>
          <DownloadButton
            label="CSV"
            name={`${name}.csv`}
            address={addressOf(`${base}/PartnerStatement.csv`, { query: ofMonth })}
          />
          <DownloadButton
            label="PDF"
            name={`${name}.pdf`}
            address={addressOf(`${base}/PartnerStatement.pdf`, { query: ofMonth })}
          />
        </>
      }
    >
      <Loaded query={query}>
        {({ movements, addsUp, closed }) => (
          <>
            <AsOf query={query} partner={program.slug} />
            <div>
              {!addsUp && <Status tone="bad">Does not add up: check the ledger</Status>}
              {closed === null && <Status tone="wait">Open: later events change it</Status>}
              {closed?.isUnchanged && <Status tone="good">Closed, and unchanged since</Status>}
              {closed && !closed.isUnchanged && <Status tone="bad">Changed since it was closed</Status>}
            </div>
            <MovementsTable program={program} month={month} movements={movements} />
            {closed && (
              <p>
                Closed by {closed.closedBy}, <Time at={closed.closedAt} />. Hash{' '}
                <code>{closed.hash.slice(0, 16)}</code>
              </p>
            )}
          </>
        )}
      </Loaded>
    </Section>
  )
}

function BridgeSection({ program, month }: OfMonth) {
  const query = useQuery(bridgeQuery({ partner: program.slug, month }))
  return (
    <Section
      title="From restaurants to the partner"
      intro="Restaurants count a reward in the month of its dine, the partner in the month of its posting. Each line opens into its rows."
    >
      <Loaded query={query}>
        {bridge => (
          <>
            <AsOf query={query} partner={program.slug} />
            <div>
              <Status tone={bridge.addsUp ? 'good' : 'bad'}>
                {bridge.addsUp ? 'Adds up' : 'Does not add up: check the ledger'}
              </Status>
            </div>
            <BridgeTable program={program} month={month} bridge={bridge} />
          </>
        )}
      </Loaded>
    </Section>
  )
}

function RestaurantSection({ program, month }: OfMonth) {
  const ofMonth = { partner: program.slug, month }
  const query = useQuery(merchantStatementsQuery(ofMonth))
  return (
    <Section
      title="Restaurants"
      intro="Dines by the restaurant’s local date of their clearing. What later events change in a closed month is corrected in the first open one."
    >
      <Loaded query={query}>
        {({ items }) => (
          <>
            <AsOf query={query} partner={program.slug} />
            <RestaurantTotals items={items} program={program} month={month} />
            <ListView of={statementsFor(program, month)} rows={wholeRows(query, () => items)} />
          </>
        )}
      </Loaded>
    </Section>
  )
}

function RestaurantTotals({
  items,
  program,
  month,
}: OfMonth & { items: readonly ListedMerchantStatement[] }) {
  if (items.length === 0) return null
  const sum = (field: 'dines' | 'netCents' | 'correctedNetCents' | 'rewardUnits' | 'feeCents') =>
    items.reduce((total, one) => total + one[field], 0)
  const dines = dinesPage({ partner: program.slug, month })
  return (
    <Figures>
      <Figure
        to={dines}
        label="Fees"
        value={formatCents(sum('feeCents'))}
        detail={`${formatNumber(items.length)} restaurants`}
      />
      <Figure
        to={dines}
        label="Net spend"
        value={formatCents(sum('netCents'))}
        detail={`${formatNumber(sum('dines'))} dines`}
      />
      <Figure to={dines} label="Guests earned" value={formatReward(program, sum('rewardUnits'))} />
      {sum('correctedNetCents') !== 0 && (
        <Figure
          to={dinesPage({ partner: program.slug, month, part: 'corrections' })}
          label="Corrections of earlier months"
          value={formatCents(sum('correctedNetCents'))}
          detail="Part of the net spend"
        />
      )}
    </Figures>
  )
}

function statementsFor(program: Program, month: string): List<ListedMerchantStatement> {
  const ofMonth = { partner: program.slug, month }
  const linked = (id: string, text: string, part?: 'corrections') => (
    <CellLink to={dinesPage({ ...ofMonth, merchant: id, ...(part ? { part } : {}) })}>{text}</CellLink>
  )
  return {
    name: 'restaurant-statements',
    label: `Statements of restaurants, ${formatMonth(month)}`,
    rowKey: ({ merchantId }) => merchantId,
    download: () =>
      download(
        addressOf(`${base}/MerchantStatements.csv`, { query: ofMonth }),
        `restaurant-statements-${program.slug}-${month}.csv`,
      ),
    columns: [
      column('Restaurant', ({ name, city }) => `${name}, ${city}`, {
        cell: ({ merchantId, name, city }) => linked(merchantId, `${name}, ${city}`),
      }),
      numberColumn(
        'Dines',
        one => one.dines,
        (dines, one) => linked(one.merchantId, formatNumber(dines)),
      ),
      centsColumn('Net spend', one => one.netCents),
      numberColumn(
        'Corrections',
        one => one.correctedNetCents,
        (cents, one) =>
          cents === 0 ? formatCents(cents) : linked(one.merchantId, formatCents(cents), 'corrections'),
      ),
      numberColumn(
        'Guests earned',
        one => one.rewardUnits,
        units => formatReward(program, units),
      ),
      column('Fee rate', ({ feeRates }) => feeRates.at(-1) ?? 0, {
        cell: ({ feeRates }) => feeRates.map(percentOfBasisPoints).join(', '),
        isNumber: true,
      }),
      centsColumn('Fee', one => one.feeCents),
      controlColumn('Paper', ({ merchantId, name }) => (
        <DownloadButton
          label="PDF"
          name={`restaurant-statement-${month}-${name}.pdf`}
          address={addressOf(`${base}/MerchantStatement.pdf`, { query: { ...ofMonth, merchantId } })}
        />
      )),
    ],
    empty: (
      <Empty title="No dines cleared in this month">
        A restaurant has a statement once a dine has cleared there.
      </Empty>
    ),
  }
}
