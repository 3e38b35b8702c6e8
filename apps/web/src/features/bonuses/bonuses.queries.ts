import type { postBonus } from '@dineward/core/bonuses/bonuses.contract.ts'
import { displayModeHeader, installedMode } from '@dineward/core/pages/native-app.rules.ts'
import type { AppContext } from '../../app-context.ts'

/** The member carries the bonuses, so it is fetched again. */
export async function registerForBonus(
  app: AppContext,
  { code, isInstalled = false }: { readonly code: string; readonly isInstalled?: boolean },
): Promise<void> {
  const headers = isInstalled ? { [displayModeHeader]: installedMode } : {}
  await app.api.call<typeof postBonus>('POST', '/api/Member/Bonus/:code', { params: { code }, headers })
  await app.queryClient.invalidateQueries({ queryKey: ['member'] })
}
