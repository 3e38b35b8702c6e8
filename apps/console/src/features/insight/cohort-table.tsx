import { Table, Text } from '@mantine/core'
import { formatNumber } from '../../lib/format.ts'
import { formatMonth } from '../../lib/months.ts'
import { Scrolling } from '../../ui/scrolling.tsx'
import type { Cohorts } from './insight.queries.ts'

/** What can be followed from the month of joining on. */
export const cohortSteps = {
  firstDine: 'First dine',
  thirdDine: 'Third dine',
  tenthDine: 'Tenth dine',
  active: 'Dined in the month',
} as const
export type CohortStep = keyof typeof cohortSteps

/** Shares of those who joined; the darker a cell, the more. The number is in the cell, with the count as its tooltip. */
export function CohortTable({ cohorts, step }: { cohorts: Cohorts['cohorts']; step: CohortStep }) {
  const label = `${cohortSteps[step]}, by months after joining`
  return (
    <Scrolling label={label} minWidth={760}>
      <Table fz="sm" verticalSpacing={4} aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Joined in</Table.Th>
            <Table.Th ta="right">Members</Table.Th>
            {cohorts.map(({ month }, after) => (
              <Table.Th key={month} ta="right">
                {after}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {cohorts.map(cohort => (
            <Table.Tr key={cohort.month}>
              <Table.Th scope="row" fw={400} style={{ whiteSpace: 'nowrap' }}>
                {formatMonth(cohort.month)}
              </Table.Th>
              <Table.Td ta="right">{formatNumber(cohort.joined)}</Table.Td>
              {cohorts.map(({ month }, after) => (
                <Share key={month} count={cohort[step][after]} of={cohort.joined} />
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Scrolling>
  )
}

function Share({ count, of }: { count: number | undefined; of: number }) {
  if (count === undefined) return <Table.Td />
  const share = of === 0 ? 0 : count / of
  const background = `color-mix(in srgb, var(--mantine-primary-color-filled) ${Math.round(share * 35)}%, transparent)`
  return (
    <Table.Td ta="right" title={`${formatNumber(count)} of ${formatNumber(of)}`} style={{ background }}>
      {of === 0 ? <Text span>—</Text> : `${Math.round(share * 100)}%`}
    </Table.Td>
  )
}
