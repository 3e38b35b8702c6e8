import type { getPicks, hidePick, PickReason, showPick } from '@dineward/core/picks/picks.contract.ts'
import { queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../../app-context.ts'
import { type ListedMerchant, toListed } from '../../lib/listed-merchant.ts'

export interface ListedPick {
  readonly merchant: ListedMerchant
  readonly reason: PickReason
}

type PicksContext = Pick<AppContext, 'api' | 'queryClient'>

export function picksQuery(app: Pick<AppContext, 'api'>) {
  return queryOptions({
    queryKey: ['picks'],
    queryFn: async (): Promise<readonly ListedPick[]> => {
      const { items } = await app.api.call<typeof getPicks>('GET', '/api/Member/Picks', {})
      return items.map(({ merchant, reason }) => ({ merchant: toListed(merchant), reason }))
    },
  })
}

/** @returns what shows it again in its place. @throws after it was shown again, where the server did not hide it */
export async function hidePicked(app: PicksContext, pick: ListedPick): Promise<() => Promise<void>> {
  const params = { merchantId: pick.merchant.id }
  const { queryKey } = picksQuery(app)
  const at =
    app.queryClient.getQueryData(queryKey)?.findIndex(({ merchant }) => merchant.id === params.merchantId) ??
    0
  const update = (change: (picks: readonly ListedPick[]) => readonly ListedPick[]) =>
    app.queryClient.setQueryData(queryKey, (picks = []) =>
      change(picks.filter(({ merchant }) => merchant.id !== params.merchantId)),
    )
  const hide = () => update(others => others)
  const show = () => update(others => others.toSpliced(at, 0, pick))
  hide()
  try {
    await app.api.call<typeof hidePick>('PUT', '/api/Member/HiddenPicks/:merchantId', { params })
  } catch (error) {
    show()
    throw error
  }
  return async () => {
    show()
    try {
      await app.api.call<typeof showPick>('DELETE', '/api/Member/HiddenPicks/:merchantId', { params })
    } catch (error) {
      hide()
      throw error
    }
  }
}
