import {
  type getOverview,
  type OverviewKind,
  overviewKinds,
  permissionOfKind,
} from '@dineward/core/console-overview/overview.contract.ts'
import type { ContractResponse } from '@dineward/core/shared/contract.ts'
import { permissionsAt } from '@dineward/core/staff/roles.ts'
import type { ConsoleContext } from '../../context.ts'
import { payoutPrograms } from '../console-finance/finance-exceptions.read.ts'
import { type OverviewScopes, selectOverview } from './overview.read.ts'

export async function readOverview(ctx: ConsoleContext): Promise<ContractResponse<typeof getOverview>> {
  const waiting = await selectOverview(ctx.db, scopesOf(ctx))
  return {
    items: waiting.map(({ kind, partnerId, count, oldestAt }) => ({
      ...{ kind, partner: partnerId, count },
      oldestAt: oldestAt.toISOString(),
    })),
  }
}

/** The programs in which they have the permission of each kind; none leaves the kind out. */
function scopesOf({ actor, allowed, clock }: ConsoleContext): OverviewScopes {
  const may = (kind: OverviewKind, slug: string | null) =>
    permissionsAt(actor.grants, slug).includes(permissionOfKind[kind])
  return Object.fromEntries(
    overviewKinds.flatMap(kind => {
      const partners = allowed.filter(({ slug }) => may(kind, slug))
      const partnerIds = partners.map(({ slug }) => slug)
      const query = {
        ...{ partnerIds, payouts: payoutPrograms(partners) },
        ...{ now: clock.now(), withNetwork: may(kind, null) },
      }
      return partnerIds.length > 0 ? [[kind, query] as const] : []
    }),
  )
}
