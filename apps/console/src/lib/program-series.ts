import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import { readableOn, shapeContrast } from '@dineward/core/partner/theme/legible.ts'
import { isMoney } from './format.ts'

/** What can be seen on the ground of papers in both schemes. */
const shadeOf = (color: string): string => {
  const [light, dark] = ['#ffffff', '#242424'].map(ground => readableOn(color, [ground], shapeContrast))
  return `light-dark(${light}, ${dark})`
}

/** A program is drawn in its brand’s color. */
export const seriesOf = (programs: readonly Program[]) =>
  programs.map(({ slug, name, color }) => ({
    name: slug,
    label: name,
    color: shadeOf(color),
  }))

/** Programs whose rewards can be added up in one chart, by the unit: points of two programs are not worth the same. */
export function rewardGroups(programs: readonly Program[]): [unit: string, programs: Program[]][] {
  const earning = programs.filter(({ currencyType }) => currencyType !== null)
  return [
    ...Map.groupBy(earning, one => (isMoney(one) ? 'dollars' : `${one.currencyWords.plural} of ${one.name}`)),
  ]
}
