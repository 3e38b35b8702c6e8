import {
  balanceFigureNames,
  bridgeFigureNames,
  movementFigureNames,
  type PostingFigure,
} from '@dineward/core/ledger/figures.ts'
import { useQuery } from '@tanstack/react-query'
import { bridgeQuery, type PostingsOf } from './drill-down.queries.ts'
import { liabilityQuery, partnerStatementQuery } from './finance.queries.ts'

const isIn = <Name extends string>(names: readonly Name[], name: string | undefined): name is Name =>
  names.some(one => one === name)
/** The rows are. */
const ofNow = { ofNow: 'true' } as const
const liabilityFigures = [...balanceFigureNames, 'awaitingPartner'] as const

/** What the report says of the figure that these rows make; undefined where it has no such figure. */
export function useFigureOfReport({ partner, month, until, figure, ...filters }: PostingsOf) {
  const isWhole = Object.values(filters).every(value => value === undefined)
  const asked = (names: readonly PostingFigure[]) => isWhole && isIn(names, figure)
  const ofStatement = month ?? until
  const statement = useQuery({
    ...partnerStatementQuery({ partner, month: ofStatement ?? '', ...ofNow }),
    enabled: asked(movementFigureNames) && ofStatement !== undefined,
  })
  const liability = useQuery({
    ...liabilityQuery(partner, until ?? '', ofNow),
    enabled: asked(liabilityFigures) && month === undefined,
  })
  const bridge = useQuery({
    ...bridgeQuery({ partner, month: month ?? '', ...ofNow }),
    enabled: asked(bridgeFigureNames) && month !== undefined,
  })
  if (!isWhole) return undefined
  if (isIn(bridgeFigureNames, figure)) return bridge.data?.[figure]
  if (isIn(liabilityFigures, figure)) return liability.data?.items[0]?.[figure]
  if (figure === 'outstanding') return month === undefined ? statement.data?.movements.closing : undefined
  return isIn(movementFigureNames, figure) && month ? statement.data?.movements[figure] : undefined
}
