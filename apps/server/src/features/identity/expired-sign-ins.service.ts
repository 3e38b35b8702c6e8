import { minutes } from '@dineward/core/shared/clock.ts'
import type { Context } from '../../context.ts'
import type { PartnerRegistry } from '../partner/partner-registry.service.ts'
import { deleteExpiredRows, deleteFailuresBefore } from './expired-sign-ins.repository.ts'

/** What signing in and joining leave behind. */
export async function deleteExpiredSignIns({
  db,
  clock,
  partners,
}: Pick<Context, 'db' | 'clock'> & { readonly partners: PartnerRegistry }): Promise<void> {
  const now = clock.now()
  for (const table of ['sessions', 'emailConfirmations', 'ssoAttempts', 'ssoLogoutTokens'] as const)
    await deleteExpiredRows(db, table, now)
  for (const { slug, settings } of partners.all()) {
    const { windowMinutes, lockMinutes } = settings.signInLock
    const before = new Date(now.getTime() - minutes(Math.max(windowMinutes, lockMinutes)))
    await deleteFailuresBefore(db, slug, before)
  }
}
