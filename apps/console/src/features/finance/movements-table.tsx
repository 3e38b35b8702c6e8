import type { ClosedMonth } from '@dineward/core/console-finance/periods.contract.ts'
import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import { Table } from '@mantine/core'
import { formatReward } from '../../lib/format.ts'

/** In a partner statement, the opening and all movements add up to the closing. */
export function MovementsTable({
  program,
  movements,
}: {
  program: Program
  movements: ClosedMonth['statement']
}) {
  return (
    <Table fz="sm" maw={560} withRowBorders={false} verticalSpacing={4}>
      <Table.Tbody>
        {movementLines.map(([field, label, sign]) => {
          const isBalance = field === 'opening' || field === 'closing'
          const units = movements[field] === 0 ? 0 : movements[field] * sign
          return (
            <Table.Tr key={field} fw={isBalance ? 650 : 400}>
              <Table.Th scope="row" fw="inherit">
                {label}
              </Table.Th>
              <Table.Td ta="right">{formatReward(program, units)}</Table.Td>
            </Table.Tr>
          )
        })}
        <Table.Tr c="dimmed">
          <Table.Th scope="row" fw={400}>
            Part of these that the partner pays itself
          </Table.Th>
          <Table.Td ta="right">{formatReward(program, movements.paidByPartner)}</Table.Td>
        </Table.Tr>
      </Table.Tbody>
    </Table>
  )
}

/** The lines are in the order of the statement, each with the sign of its effect. */
const movementLines = [
  ['opening', 'Outstanding to members before', 1],
  ['earned', 'Earned by dines', 1],
  ['bonuses', 'Offers and bonuses', 1],
  ['takenBack', 'Taken back after refunds', -1],
  ['adjusted', 'Adjusted by staff', 1],
  ['returnedToProgram', 'Given up by erased members', -1],
  ['settled', 'Credited by the partner', -1],
  ['paidOut', 'Paid out', -1],
  ['closing', 'Outstanding to members after', 1],
] as const
