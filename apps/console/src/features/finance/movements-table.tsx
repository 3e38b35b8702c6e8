import type { ClosedMonth } from '@dineward/core/console-finance/periods.contract.ts'
import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import type { PostingFigure } from '@dineward/core/ledger/figures.ts'
import { monthAfter } from '@dineward/core/reports/reports.rules.ts'
import { Table } from '@mantine/core'
import { formatReward } from '../../lib/format.ts'
import { postingsPage } from './drill-down.queries.ts'
import { figureNames } from './figure-words.ts'
import { InnerLink } from './finance-links.tsx'

/** In a partner statement, the opening and all movements add up to the closing. */
export function MovementsTable({
  program,
  month,
  movements,
}: {
  program: Program
  month: string
  movements: ClosedMonth['statement']
}) {
  const rowsOf = (field: (typeof movementLines)[number][0] | 'paidByPartner') => {
    const of = { partner: program.slug, figure: figureOf(field) }
    if (field === 'opening') return postingsPage({ ...of, until: monthAfter(month, -1) })
    return postingsPage(field === 'closing' ? { ...of, until: month } : { ...of, month })
  }
  return (
    <Table fz="sm" maw={560} withRowBorders={false} verticalSpacing={4}>
      <Table.Tbody>
        {movementLines.map(([field, sign]) => {
          const isBalance = field === 'opening' || field === 'closing'
          const units = movements[field] === 0 ? 0 : movements[field] * sign
          return (
            <Table.Tr key={field} fw={isBalance ? 650 : 400}>
              <Table.Th scope="row" fw="inherit">
                <InnerLink to={rowsOf(field)}>{labelOf(field)}</InnerLink>
              </Table.Th>
              <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
                {formatReward(program, units)}
              </Table.Td>
            </Table.Tr>
          )
        })}
        <Table.Tr c="dimmed">
          <Table.Th scope="row" fw={400}>
            <InnerLink to={rowsOf('paidByPartner')}>Part of these that the partner pays itself</InnerLink>
          </Table.Th>
          <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
            {formatReward(program, movements.paidByPartner)}
          </Table.Td>
        </Table.Tr>
      </Table.Tbody>
    </Table>
  )
}

/** The lines are in the order of the statement, each with the sign of its effect. */
const movementLines = [
  ['opening', 1],
  ['earned', 1],
  ['bonuses', 1],
  ['takenBack', -1],
  ['adjusted', 1],
  ['returnedToProgram', -1],
  ['settled', -1],
  ['paidOut', -1],
  ['closing', 1],
] as const

const figureOf = (field: keyof ClosedMonth['statement']): PostingFigure =>
  field === 'opening' || field === 'closing' ? 'outstanding' : field
const labelOf = (field: keyof ClosedMonth['statement']): string => {
  if (field === 'opening') return `${figureNames.outstanding} before`
  return field === 'closing' ? `${figureNames.outstanding} after` : figureNames[field]
}
