import type { FastifyInstance } from 'fastify'
import { approvalsRoutes } from './features/approvals/approvals.routes.ts'
import { consoleFinanceRoutes } from './features/console-finance/console-finance.routes.ts'
import { consoleInsightRoutes } from './features/console-insight/console-insight.routes.ts'
import { consoleOverviewRoutes } from './features/console-overview/console-overview.routes.ts'
import { consoleContentRoutes } from './features/console-programs/console-content.routes.ts'
import { consoleMediaRoutes } from './features/console-programs/console-media.routes.ts'
import { consoleOffersRoutes } from './features/console-programs/console-offers.routes.ts'
import { consoleSettingsRoutes } from './features/console-programs/console-settings.routes.ts'
import { newProgramRoutes } from './features/console-programs/new-program.routes.ts'
import { consoleRestaurantsRoutes } from './features/console-restaurants/console-restaurants.routes.ts'
import { consoleStaffRoutes } from './features/console-staff/console-staff.routes.ts'
import { consoleAdjustmentRoutes } from './features/console-support/console-adjustments.routes.ts'
import { consoleClaimRoutes } from './features/console-support/console-claims.routes.ts'
import { consoleSupportRoutes } from './features/console-support/console-support.routes.ts'
import { memberActionRoutes } from './features/console-support/member-actions.routes.ts'
import { consoleSystemRoutes } from './features/console-system/console-system.routes.ts'
import { exportsRoutes } from './features/exports/exports.routes.ts'
import { consoleHoldRoutes } from './features/holds/console-holds.routes.ts'

export type ConsoleRouteServices = Parameters<typeof consoleSystemRoutes>[1] &
  Parameters<typeof consoleStaffRoutes>[1] &
  Parameters<typeof consoleFinanceRoutes>[1] &
  Parameters<typeof consoleClaimRoutes>[1] &
  Parameters<typeof memberActionRoutes>[1] &
  Parameters<typeof consoleContentRoutes>[1] &
  Parameters<typeof consoleRestaurantsRoutes>[1]

/** What staff do at the console's hosts, and operators with `npm run call`. */
export function consoleRoutes(scope: FastifyInstance, services: ConsoleRouteServices): void {
  scope.decorate('controlledCalls', new Map())
  approvalsRoutes(scope, services)
  consoleSystemRoutes(scope, services)
  consoleStaffRoutes(scope, services)
  consoleOverviewRoutes(scope, services)
  consoleFinanceRoutes(scope, services)
  exportsRoutes(scope, services)
  consoleSupportRoutes(scope, services)
  consoleClaimRoutes(scope, services)
  consoleHoldRoutes(scope, services)
  memberActionRoutes(scope, services)
  consoleAdjustmentRoutes(scope, services)
  consoleInsightRoutes(scope, services)
  consoleSettingsRoutes(scope, services)
  newProgramRoutes(scope, services)
  consoleContentRoutes(scope, services)
  void scope.register(async files => consoleMediaRoutes(files, services))
  consoleOffersRoutes(scope, services)
  consoleRestaurantsRoutes(scope, services)
}
