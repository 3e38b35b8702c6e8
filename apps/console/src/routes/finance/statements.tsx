import type { ListedMerchantStatement } from '@dineward/core/console-finance/statements.contract.ts'
import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import { percentOfBasisPoints } from '@dineward/core/reports/reports.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { BridgeTable } from '../../features/finance/bridge-table.tsx'
import { bridgeQuery, dinesPage } from '../../features/finance/drill-down.queries.ts'
import { merchantStatementsQuery, partnerStatementQuery } from '../../features/finance/finance.queries.ts'
import { CellLink } from '../../features/finance/finance-links.tsx'
import { MovementsTable } from '../../features/finance/movements-table.tsx'
import { addressOf } from '../../lib/api.ts'
import { useFilter } from '../../lib/filters.ts'
import { formatCents, formatNumber, formatReward } from '../../lib/format.ts'
import { formatMonth, pastMonths, presentMonth } from '../../lib/months.ts'
import { Figure, Figures } from '../../ui/figure.tsx'
import { OneProgramFilter, useOneProgram } from '../../ui/one-program.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import { DownloadButton } from '../../ui/table/csv-button.tsx'
import { DataTable, type TableColumn } from '../../ui/table/data-table.tsx'
import { FilterBar, SelectFilter } from '../../ui/table/filter-bar.tsx'
import { Time } from '../../ui/time.tsx'

export function Component() {
  const program = useOneProgram('finance.read')
  const [asked] = useFilter('month')
  const month = asked || pastMonths(1)[0]!
  return (
    <Page title="Statements" intro="What a program and its restaurants owe and are owed for a month.">
      <FilterBar>
        <OneProgramFilter permission="finance.read" />
        <SelectFilter
          name="month"
          label="Month"
          any={formatMonth(pastMonths(1)[0]!)}
          options={[presentMonth(), ...pastMonths(24)].map(value => ({ value, label: formatMonth(value) }))}
        />
      </FilterBar>
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
  const columns = useColumns(program, month)
  return (
    <Section
      title="Restaurants"
      intro="Dines by the restaurant’s local date of their clearing. What later events change in a closed month is corrected in the first open one."
      actions={
        <DownloadButton
          label="CSV"
          name={`restaurant-statements-${program.slug}-${month}.csv`}
          address={addressOf(`${base}/MerchantStatements.csv`, { query: ofMonth })}
        />
      }
    >
      <Loaded query={query}>
        {({ items }) => (
          <>
            <RestaurantTotals items={items} program={program} month={month} />
            <DataTable
              label={`Statements of restaurants, ${formatMonth(month)}`}
              columns={columns}
              rows={items}
              rowKey={({ merchantId }) => merchantId}
              empty={
                <Empty title="No dines cleared in this month">
                  A restaurant has a statement once a dine has cleared there.
                </Empty>
              }
            />
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

function useColumns(program: Program, month: string): readonly TableColumn<ListedMerchantStatement>[] {
  return useMemo(
    () => [
      {
        key: 'name',
        header: 'Restaurant',
        cell: ({ merchantId, name, city }) => (
          <CellLink to={dinesPage({ partner: program.slug, month, merchant: merchantId })}>
            {`${name}, ${city}`}
          </CellLink>
        ),
        sortBy: ({ name }) => name,
        width: 'minmax(8rem, 2fr)',
      },
      {
        ...number('dines', 'Dines', ({ dines }) => dines, formatNumber, { width: '5rem', isSecondary: true }),
        cell: ({ dines, merchantId }) => (
          <CellLink to={dinesPage({ partner: program.slug, month, merchant: merchantId })}>
            {formatNumber(dines)}
          </CellLink>
        ),
      },
      number('net', 'Net spend', ({ netCents }) => netCents, formatCents, { isSecondary: true }),
      {
        ...number('corrected', 'Corrections', one => one.correctedNetCents, formatCents, {
          isSecondary: true,
        }),
        cell: ({ correctedNetCents, merchantId }) => (
          <CellLink
            to={
              correctedNetCents === 0
                ? null
                : dinesPage({ partner: program.slug, month, merchant: merchantId, part: 'corrections' })
            }
          >
            {formatCents(correctedNetCents)}
          </CellLink>
        ),
      },
      number(
        'rewards',
        'Guests earned',
        one => one.rewardUnits,
        units => formatReward(program, units),
        {
          isSecondary: true,
        },
      ),
      {
        key: 'rate',
        header: 'Fee rate',
        cell: ({ feeRates }) => feeRates.map(percentOfBasisPoints).join(', '),
        sortBy: ({ feeRates }) => feeRates.at(-1) ?? 0,
        isNumber: true,
        width: '6rem',
        isSecondary: true,
      },
      number('fee', 'Fee', ({ feeCents }) => feeCents, formatCents),
      {
        key: 'pdf',
        header: 'Paper',
        cell: ({ merchantId, name }) => (
          <DownloadButton
            label="PDF"
            name={`restaurant-statement-${month}-${name}.pdf`}
            address={addressOf(`${base}/MerchantStatement.pdf`, {
              query: { partner: program.slug, month, merchantId },
            })}
          />
        ),
        width: '6rem',
      },
    ],
    [program, month],
  )
}

function number(
  key: string,
  header: string,
  value: (row: ListedMerchantStatement) => number,
  format: (value: number) => string,
  more: Partial<TableColumn<ListedMerchantStatement>> = {},
): TableColumn<ListedMerchantStatement> {
  return { key, header, cell: row => format(value(row)), sortBy: value, isNumber: true, ...more }
}
