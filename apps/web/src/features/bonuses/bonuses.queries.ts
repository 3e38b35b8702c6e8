import type { postBonus } from '@dineward/core/bonuses/bonuses.contract.ts'
import type { AppContext } from '../../app-context.ts'

/** The member carries the bonuses, so it is fetched again. */
export async function registerForBonus(app: AppContext, code: string): Promise<void> {
  await app.api.call<typeof postBonus>('POST', '/api/Member/Bonus/:code', { params: { code } })
  await app.queryClient.invalidateQueries({ queryKey: ['member'] })
}
