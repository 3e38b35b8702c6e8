import type { ProgramLiability } from '@dineward/core/console-finance/liability.contract.ts'
import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type PostingsOf, postingsPage } from '../../features/finance/drill-down.queries.ts'
import { liabilityQuery } from '../../features/finance/finance.queries.ts'
import { InnerLink } from '../../features/finance/finance-links.tsx'
import { DownloadButton } from '../../kit/list/file-button.tsx'
import { choice, programFilter } from '../../kit/list/list.ts'
import { ListFilters } from '../../kit/list/list-filters.tsx'
import { useListFilters } from '../../kit/list/list-page.tsx'
import { SmallTable } from '../../kit/small-table.tsx'
import { addressOf } from '../../lib/api.ts'
import { formatNumber, formatReward } from '../../lib/format.ts'
import { formatMonth, pastMonths } from '../../lib/months.ts'
import { programOf, useStaff } from '../../lib/staff.ts'
import { AsOf } from '../../ui/as-of.tsx'
import { Figure, Figures } from '../../ui/figure.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'

const months = pastMonths(18).map(value => ({ value, label: formatMonth(value) }))
const filters = [programFilter('finance.read'), choice('month', 'At the end of', months, 'Now')]

export function Component() {
  const { partner = '', month = '' } = useListFilters<{ partner?: string; month?: string }>({ filters })
  const query = useQuery(liabilityQuery(partner, month))
  const name = `liability-${month || 'now'}.csv`
  return (
    <Page
      title="Liability"
      intro="What programs owe their members: balances, and payouts that are on their way."
      actions={
        <DownloadButton
          label="CSV"
          name={name}
          address={addressOf('/api/Console/Finance/Liability.csv', { query: { partner, month } })}
        />
      }
    >
      <ListFilters filters={filters} />
      <Loaded query={query}>
        {({ items, asOf }) =>
          items.length === 0 ? (
            <Empty title="No program with rewards">Programs without a currency owe nothing.</Empty>
          ) : (
            <Stack>
              <AsOf query={query} partner={partner} />
              {items.map(item => (
                <ProgramSection
                  key={item.partner}
                  item={item}
                  month={month}
                  isDated={month === '' && asOf !== null}
                />
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Page>
  )
}

const AtTime = ({ at }: { at: string }) => (
  <>
    As of <Time at={at} />
  </>
)

interface OfProgram {
  readonly item: ProgramLiability
  readonly month: string
  /** The page says when its figures are of. */
  readonly isDated: boolean
}

function ProgramSection({ item, month, isDated }: OfProgram) {
  const rowsOf = (of: Partial<PostingsOf>) =>
    postingsPage({ partner: item.partner, until: month || undefined, ...of })
  const program = programOf(useStaff(), item.partner)!
  const amount = (units: number) => formatReward(program, units)
  const members = (count: number) => `${formatNumber(count)} ${count === 1 ? 'member' : 'members'}`
  return (
    <Section
      title={program.name}
      intro={isDated ? null : <AtTime at={item.until} />}
      actions={
        item.addsUp ? (
          <Status tone="good">Adds up with the ledger</Status>
        ) : (
          <Status tone="bad">Does not add up: check the ledger</Status>
        )
      }
    >
      <Figures>
        <Figure
          to={rowsOf({ figure: 'outstanding' })}
          label="Outstanding to members"
          value={amount(item.outstanding)}
        />
        <Figure
          to={rowsOf({ figure: 'owedToMembers' })}
          label="Owed to members"
          value={amount(item.owedToMembers)}
          detail={
            <>
              {members(item.creditors)}
              {item.expectedBreakage > 0 && (
                <div>
                  <InnerLink to={rowsOf({ figure: 'expectedBreakage' })}>
                    {amount(item.expectedBreakage)} without a change for a year
                  </InnerLink>
                  , expected never to be claimed
                </div>
              )}
            </>
          }
        />
        <Figure
          to={rowsOf({ figure: 'owedByMembers' })}
          label="Owed by members"
          value={amount(item.owedByMembers)}
          detail={members(item.debtors)}
        />
        <Figure
          to={rowsOf({ account: 'payouts_in_flight' })}
          label="Payouts in flight"
          value={amount(item.inFlight)}
        />
        <Figure
          to={rowsOf({ figure: 'awaitingPartner' })}
          label="Waiting for the partner’s answer"
          value={amount(item.awaitingPartner)}
        />
      </Figures>
      <details>
        <summary>Accounts of the ledger</summary>
        <SmallTable
          label="Accounts"
          caption="The debtor owes the creditor; below zero it is the other way around."
          minWidth={480}
          rows={item.accounts}
          rowKey={({ account }) => account}
          columns={[
            ['Account', ({ account }) => account.replaceAll('_', ' ')],
            ['Debtor and creditor', ({ debtor, creditor }) => `${debtor} → ${creditor}`],
            ['Meaning', ({ meaning }) => meaning],
            [
              'Amount',
              ({ account, units }) => <InnerLink to={rowsOf({ account })}>{amount(units)}</InnerLink>,
              'number',
            ],
          ]}
        />
      </details>
    </Section>
  )
}
