import { contrast } from '@dineward/core/partner/theme/color.ts'
import type { Theme } from '@dineward/core/partner/theme/theme.ts'
import { themeColors } from '@dineward/core/partner/theme/theme-colors.ts'
import { contrastRules } from '@dineward/core/partner/theme/theme-contrast.ts'
import { Table } from '@mantine/core'
import { Scrolling } from '../../../ui/scrolling.tsx'
import { Status } from '../../../ui/status.tsx'

/** Each pair that pages use, on its worst ground; what fails comes first. */
export function ContrastReport({ theme }: { theme: Theme }) {
  const colors = themeColors(theme)
  const pairs = contrastRules
    .map(({ front, backs, ratio, token }) => {
      const [back, found] = backs
        .map(one => [one, contrast(colors[front], colors[one])] as const)
        .reduce((worst, one) => (one[1] < worst[1] ? one : worst))
      return { front, back, found, ratio, token, passes: found >= ratio }
    })
    .sort((one, other) => Number(one.passes) - Number(other.passes) || one.found - other.found)
  return (
    <Scrolling label="Contrast of every pair" minWidth={460} maxHeight={360}>
      <Table fz="sm" verticalSpacing={3} stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Pair</Table.Th>
            <Table.Th>Contrast</Table.Th>
            <Table.Th>Needed</Table.Th>
            <Table.Th>Change</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {pairs.map(({ front, back, found, ratio, token, passes }) => (
            <Table.Tr key={front}>
              <Table.Th scope="row" fw={400}>
                {front} on {back}
              </Table.Th>
              <Table.Td>
                <Status tone={passes ? 'good' : 'bad'}>
                  {(Math.floor(found * 10) / 10).toFixed(1)} {passes ? 'passes' : 'too low'}
                </Status>
              </Table.Td>
              <Table.Td>{ratio}</Table.Td>
              <Table.Td>{passes ? '' : token}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Scrolling>
  )
}
