import { contrast } from '@dineward/core/partner/theme/color.ts'
import type { Theme } from '@dineward/core/partner/theme/theme.ts'
import { themeColors } from '@dineward/core/partner/theme/theme-colors.ts'
import { contrastRules } from '@dineward/core/partner/theme/theme-contrast.ts'
import { SmallTable } from '../../../kit/small-table.tsx'
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
    <SmallTable
      label="Contrast of every pair"
      minWidth={460}
      maxHeight={360}
      rows={pairs}
      rowKey={({ front }) => front}
      columns={[
        ['Pair', ({ front, back }) => `${front} on ${back}`],
        [
          'Contrast',
          ({ found, passes }) => (
            <Status tone={passes ? 'good' : 'bad'}>
              {(Math.floor(found * 10) / 10).toFixed(1)} {passes ? 'passes' : 'too low'}
            </Status>
          ),
        ],
        ['Needed', ({ ratio }) => ratio],
        ['Change', ({ passes, token }) => (passes ? '' : token)],
      ]}
    />
  )
}
