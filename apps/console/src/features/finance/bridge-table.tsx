import type { getBridge } from '@dineward/core/console-finance/postings.contract.ts'
import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import { bridgeFigureNames } from '@dineward/core/ledger/figures.ts'
import type { ContractResponse } from '@dineward/core/shared/contract.ts'
import { Table } from '@mantine/core'
import { formatReward } from '../../lib/format.ts'
import { dinesPage, postingsPage } from './drill-down.queries.ts'
import { figureNames } from './figure-words.ts'
import { InnerLink } from './finance-links.tsx'

interface Line {
  readonly label: string
  readonly units: number
  readonly to: string | null
  readonly isSum?: boolean
}

/** Each line links to its rows, and they add up from the first to the last. */
export function BridgeTable({
  program,
  month,
  bridge,
}: {
  program: Program
  month: string
  bridge: ContractResponse<typeof getBridge>
}) {
  return (
    <Table fz="sm" maw={640} withRowBorders={false} verticalSpacing={4}>
      <Table.Tbody>
        {linesOf(program.slug, month, bridge)
          .filter(({ units, isSum }) => isSum || units !== 0)
          .map(({ label, units, to, isSum }) => (
            <Table.Tr key={label} fw={isSum ? 650 : 400}>
              <Table.Th scope="row" fw="inherit">
                <InnerLink to={to}>{label}</InnerLink>
              </Table.Th>
              <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
                {formatReward(program, units)}
              </Table.Td>
            </Table.Tr>
          ))}
      </Table.Tbody>
    </Table>
  )
}

function linesOf(partner: string, month: string, bridge: ContractResponse<typeof getBridge>): Line[] {
  const dines = dinesPage({ partner, month })
  return [
    {
      label: 'Guests earned, in the statements of restaurants',
      units: bridge.restaurants,
      to: dines,
      isSum: true,
    },
    {
      label: 'Corrections of earlier months in them',
      units: 0 - bridge.corrections,
      to: dinesPage({ partner, month, part: 'corrections' }),
    },
    { label: 'What changed since the month was closed', units: bridge.changedLater, to: dines },
    ...bridgeFigureNames.map(figure => ({
      label: figureNames[figure],
      units: figure === 'postedInOtherMonths' ? 0 - bridge[figure] : bridge[figure],
      to: postingsPage({ partner, month, figure }),
    })),
    {
      label: 'Earned, with offers and bonuses, less what was taken back',
      units: bridge.partner,
      to: null,
      isSum: true,
    },
    {
      label: figureNames.adjusted,
      units: bridge.adjusted,
      to: postingsPage({ partner, month, figure: 'adjusted' }),
    },
    {
      label: 'Given to members in the month',
      units: bridge.partner + bridge.adjusted,
      to: null,
      isSum: true,
    },
  ]
}
