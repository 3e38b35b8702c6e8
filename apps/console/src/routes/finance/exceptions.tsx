import type { FinanceException } from '@dineward/core/console-finance/exceptions.contract.ts'
import { Anchor, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { exceptionWords } from '../../features/finance/exception-words.ts'
import { exceptionsQuery } from '../../features/finance/finance.queries.ts'
import { LedgerCheck } from '../../features/finance/ledger-check.tsx'
import { addressOf } from '../../lib/api.ts'
import { useFilter } from '../../lib/filters.ts'
import { formatNumber } from '../../lib/format.ts'
import { may, programOf, useStaff } from '../../lib/staff.ts'
import { Page } from '../../ui/page/page.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { CsvButton } from '../../ui/table/csv-button.tsx'
import { FilterBar, ProgramFilter } from '../../ui/table/filter-bar.tsx'
import { Time } from '../../ui/time.tsx'

export function Component() {
  const [partner] = useFilter('partner')
  const query = useQuery(exceptionsQuery(partner))
  return (
    <Page title="Exceptions" intro="Everything about money that needs attention, oldest first.">
      <FilterBar>
        <ProgramFilter permission="finance.read" />
      </FilterBar>
      <Loaded query={query}>
        {items =>
          items.length === 0 ? (
            <Empty title="Nothing waits">
              Files are answered, payouts are on their way, and no event is parked.
            </Empty>
          ) : (
            <Section
              title="Open"
              actions={<CsvButton name="exceptions" header={csvHeader} rows={items.map(csvRow)} />}
            >
              <ExceptionTable items={items} />
            </Section>
          )
        }
      </Loaded>
      <LedgerCheck partner={partner} />
    </Page>
  )
}

function ExceptionTable({ items }: { items: readonly FinanceException[] }) {
  const staff = useStaff()
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>What</Table.Th>
          <Table.Th ta="right">Count</Table.Th>
          <Table.Th visibleFrom="sm">Program</Table.Th>
          <Table.Th visibleFrom="sm">Since</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {items.map(({ kind, partner, count, oldestAt }) => {
          const { label, action, to, needs, ofNoProgram } = exceptionWords[kind]
          const [path = '', search] = to.split('?')
          const query = {
            ...Object.fromEntries(new URLSearchParams(search)),
            partner: partner ?? undefined,
          }
          const program =
            partner === null ? (ofNoProgram ?? 'None yet') : (programOf(staff, partner)?.name ?? partner)
          return (
            <Table.Tr key={`${kind} ${partner}`}>
              <Table.Th scope="row" fw={400}>
                {may(staff, needs) ? (
                  <Anchor component={Link} to={addressOf(path, { query })}>
                    {label}
                  </Anchor>
                ) : (
                  label
                )}
                <Text c="dimmed" fz="sm">
                  {action}
                </Text>
                <Text fz="sm" hiddenFrom="sm">
                  {program} · <Time at={oldestAt} as="relative" />
                </Text>
              </Table.Th>
              <Table.Td ta="right">{formatNumber(count)}</Table.Td>
              <Table.Td visibleFrom="sm">{program}</Table.Td>
              <Table.Td visibleFrom="sm">
                <Time at={oldestAt} as="relative" />
              </Table.Td>
            </Table.Tr>
          )
        })}
      </Table.Tbody>
    </Table>
  )
}

const csvHeader = ['kind', 'partner', 'count', 'oldest']
const csvRow = ({ kind, partner, count, oldestAt }: FinanceException) => [
  kind,
  partner ?? '',
  count,
  oldestAt,
]
