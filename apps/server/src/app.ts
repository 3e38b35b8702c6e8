import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import { constants } from 'node:zlib'
import { AppError } from '@dineward/core/shared/errors.ts'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import { consoleRoutes } from './console-routes.ts'
import { activityRoutes } from './features/activity/activity.routes.ts'
import { bonusesRoutes } from './features/bonuses/bonuses.routes.ts'
import { botCheckRoutes } from './features/bot-check/bot-check.routes.ts'
import { type CardEventServices, cardEventRoutes } from './features/card-events/card-events.routes.ts'
import { readQueueState } from './features/card-events/queue-state.read.ts'
import { cardsRoutes } from './features/cards/cards.routes.ts'
import { claimsRoutes } from './features/claims/claims.routes.ts'
import type { FinanceServices } from './features/console-finance/statements.routes.ts'
import type { ImportServices } from './features/console-restaurants/restaurant-imports.routes.ts'
import { consoleSessionRoutes } from './features/console-session/console-session.routes.ts'
import type { SystemServices } from './features/console-system/console-system.routes.ts'
import { type ContentServices, contentRoutes } from './features/content/content.routes.ts'
import { findPicture } from './features/content/media/media.service.ts'
import { credentialsRoutes } from './features/credentials/credentials.routes.ts'
import { emulationRoutes } from './features/emulation/emulation.routes.ts'
import { apiEventRoutes } from './features/events/events.routes.ts'
import { favoritesRoutes } from './features/favorites/favorites.routes.ts'
import { listsRoutes } from './features/favorites/lists/lists.routes.ts'
import { type IdentityServices, identityRoutes } from './features/identity/identity.routes.ts'
import { reportJobs } from './features/jobs/jobs.service.ts'
import { scheduledJobs } from './features/jobs/scheduled.job.ts'
import { leavingRoutes } from './features/leaving/leaving.routes.ts'
import { liveUpdatesRoutes } from './features/live-updates/live-updates.routes.ts'
import { mailRoutes } from './features/mail/mail.routes.ts'
import { type MailHookServices, mailHookRoutes } from './features/mail/mail-hooks.routes.ts'
import { membersRoutes } from './features/members/members.routes.ts'
import { profileDraftRoutes } from './features/members/profile-draft.routes.ts'
import { merchantsRoutes } from './features/merchants/merchants.routes.ts'
import { notificationsRoutes } from './features/notifications/notifications.routes.ts'
import { flexOffersRoutes } from './features/offers/flex-offers.routes.ts'
import { featureFlagRoutes } from './features/partner/feature-flags.routes.ts'
import { partnerApiRoutes } from './features/partner-api/partner-api.routes.ts'
import { passesRoutes } from './features/passes/passes.routes.ts'
import { passkeysRoutes } from './features/passkeys/passkeys.routes.ts'
import { type PhotoServices, photoRoutes } from './features/photos/photos.routes.ts'
import { picksRoutes } from './features/picks/picks.routes.ts'
import { referralsRoutes } from './features/referrals/referrals.routes.ts'
import { guestBookingsRoutes } from './features/reservations/guests/guest-bookings.routes.ts'
import { type ReservationServices, reservationsRoutes } from './features/reservations/reservations.routes.ts'
import { reviewsRoutes } from './features/reviews/reviews.routes.ts'
import { locationsRoutes } from './features/search/locations/locations.routes.ts'
import { merchantSearchRoutes, type SearchServices } from './features/search/search.routes.ts'
import { addSecurityEvents } from './features/security-events/security-events.service.ts'
import { staffRoutes } from './features/staff/staff.routes.ts'
import { type StagingServices, stagingRoutes } from './features/staging/staging.routes.ts'
import { type SurveyServices, surveysRoutes } from './features/surveys/surveys.routes.ts'
import { type TextHookServices, textHookRoutes } from './features/text-messages/text-hooks.routes.ts'
import { type TrackingServices, trackingRoutes } from './features/tracking/tracking.routes.ts'
import { votesRoutes } from './features/votes/votes.routes.ts'
import { createPublishedAssets, type PublishedAssets } from './features/web-assets/web-assets.service.ts'
import { readAllowedMethods } from './http/allowed-methods.ts'
import { rejectCardNumbersInHeaders } from './http/bodies/card-number-guard.ts'
import { readJsonBodies } from './http/bodies/json-bodies.ts'
import { errorHandler } from './http/errors.ts'
import { warnOfForwarding } from './http/forwarding.ts'
import { type HealthServices, healthRoutes } from './http/health.ts'
import { createHttpServer, type HttpHandler } from './http/http-server.ts'
import { type Connections, closeConnectionsOnShutdown, createConnections } from './http/limits/connections.ts'
import { addRateLimits } from './http/limits/rate-limits.ts'
import { type LogStream, logOptions, RequestLog } from './http/logging.ts'
import type { MetricSources } from './http/metrics.ts'
import { normalizeMalformedPath } from './http/normalize-path.ts'
import { openApiRoutes } from './http/openapi/openapi.routes.ts'
import { describeRoutes } from './http/openapi/openapi.ts'
import { resolvePartner } from './http/partner.ts'
import { addSecurityHeaders } from './http/security-headers.ts'
import type { Services } from './http/serve.ts'
import type { ApiServices } from './http/serve-api.ts'
import type { ConsoleServices } from './http/serve-console.ts'
import { readVisitorCookies } from './http/sessions/emulation.ts'
import { validateWithZod } from './http/zod-validation.ts'
import { type CachedAnswers, cachedAnswersFirst } from './ssr/cache/cached-answers.ts'
import { apiDocsRoutes } from './ssr/files/api-docs.routes.ts'
import { appFileRoutes } from './ssr/files/app-files.routes.ts'
import { type ConsoleSite, consoleSiteRoutes } from './ssr/files/console-site.routes.ts'
import { mapFileRoutes } from './ssr/files/map-files.routes.ts'
import { passPictures } from './ssr/files/pass-pictures.ts'
import { type SiteFileServices, siteFileRoutes } from './ssr/files/site-files.routes.ts'
import { openPages, type PageOptions } from './ssr/open-pages.ts'
import { pageRoutes } from './ssr/page.routes.ts'
import { addSessionHeader } from './ssr/session-header.ts'
import type { WebBuild } from './ssr/web-build.ts'

export interface AppOptions
  extends Services,
    ApiServices,
    ConsoleServices,
    CardEventServices,
    ContentServices,
    HealthServices,
    IdentityServices,
    MailHookServices,
    PageOptions,
    Omit<PhotoServices, 'gateways'>,
    Pick<MetricSources, 'databasePool' | 'watchQueries'>,
    FinanceServices,
    ImportServices,
    ReservationServices,
    SearchServices,
    SiteFileServices,
    StagingServices,
    SurveyServices,
    SystemServices,
    TextHookServices,
    TrackingServices {
  /** A folder of map tiles that the operator may fill. */
  readonly mapFilesDir?: string
  readonly logLevel: string
  readonly logStream?: LogStream
  readonly trustProxy: boolean
  /** Other processes may serve the same visitors. */
  readonly isOneOfMany?: boolean
  readonly web: WebBuild | null
  readonly consoleSite: ConsoleSite | null
  /** Where the guides of the partner API were built. */
  readonly apiDocsDir?: string
}

/**
 * Quality 5 of 11 takes 2 ms for a page, and is within its budget. The window is 256 KB: a larger one costs megabytes a
 * stream. Files that never change are compressed harder when they are built.
 */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 18 } }

export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const connections = createConnections()
  let cachedAnswers: CachedAnswers | null = null
  const app = Fastify({
    logger: logOptions(options),
    logController: new RequestLog(),
    genReqId: () => randomUUID(),
    bodyLimit: 32 * 1024,
    // There is one hop: earlier entries of X-Forwarded-For are set by the client.
    trustProxy: options.trustProxy && ((_address: string, hop: number) => hop === 0),
    routerOptions: { maxParamLength: 200 },
    rewriteUrl: request => normalizeMalformedPath(request.url ?? '/'),
    return503OnClosing: true,
    frameworkErrors: errorHandler,
    serverFactory: handler =>
      openServer(
        cachedAnswersFirst(() => cachedAnswers, handler),
        options,
        connections,
      ),
    // `createHttpServer` answers them, on every address that is listened on.
    clientErrorHandler: () => {},
  })
  validateWithZod(app)
  app.setErrorHandler(errorHandler)

  readAllowedMethods(app)
  addSecurityEvents(app, options)
  options.tracing?.watchRequests(app)
  closeConnectionsOnShutdown(app, connections)
  addSecurityHeaders(app, options.production || options.staging === true)
  const pages = options.web ? openPages(app, options, options.web, connections.isClosing) : null
  cachedAnswers = pages?.cachedAnswers ?? null
  await app.register(cookie)
  await app.register(compress, { encodings: ['br', 'gzip'], threshold: 1_024, brotliOptions })
  warnOfForwarding(app, options.trustProxy)
  resolvePartner(app, options.partners, [...options.console.hosts, ...options.api.hosts])
  readVisitorCookies(app)
  addSessionHeader(app, options.clock)
  rejectCardNumbersInHeaders(app)
  readJsonBodies(app)
  await addRateLimits(app, options.isOneOfMany ? options.db : null)
  await describeRoutes(app)
  openApiRoutes(app, options)

  healthRoutes(app, options, {
    cachedPages: () => pages?.anonymousPages?.counts() ?? { bytes: 0, hits: 0, renders: 0 },
    renderQueue: () => pages?.renderer.queue.state() ?? { running: 0, waiting: 0 },
    ...options,
    jobs: () => reportJobs(options, scheduledJobs),
    queues: () => readQueueState(options.db, options.clock.now()),
  })
  await app.register(async scope => cardEventRoutes(scope, options))
  await app.register(async scope => mailHookRoutes(scope, options))
  await app.register(async scope => textHookRoutes(scope, options))
  await app.register(async scope => apiRoutes(scope, options))
  await app.register(async scope => apiEventRoutes(scope, options))
  await app.register(async scope => claimsRoutes(scope, options))
  photoRoutes(app, { ...options, findContentPicture: key => findPicture(options, key) })
  siteFileRoutes(app, options)
  await mapFileRoutes(app, options.mapFilesDir ?? null)
  const published = createPublishedAssets(options.db)
  appFileRoutes(app, options, pages?.renderer ?? null, published)
  await sitesOfOtherHosts(app, options, published)
  if (pages) await pageRoutes(app, options, pages, published)
  else app.setNotFoundHandler(() => Promise.reject(new AppError('not_found')))
  return app
}

async function sitesOfOtherHosts(
  app: FastifyInstance,
  options: AppOptions,
  published: PublishedAssets,
): Promise<void> {
  await app.register(async scope => consoleSiteRoutes(scope, options, published))
  await app.register(async scope => apiDocsRoutes(scope, options, options.apiDocsDir ?? null))
}

function openServer(handler: HttpHandler, options: AppOptions, connections: Connections): Server {
  const production = options.production || options.staging === true
  const server = createHttpServer(handler, { ...options, production })
  connections.watch(server)
  return server
}

function apiRoutes(scope: FastifyInstance, options: AppOptions): void {
  identityRoutes(scope, options)
  passkeysRoutes(scope, options)
  membersRoutes(scope, options)
  profileDraftRoutes(scope, options)
  credentialsRoutes(scope, options)
  leavingRoutes(scope, options)
  mailRoutes(scope, options)
  merchantSearchRoutes(scope, options)
  merchantsRoutes(scope, options)
  favoritesRoutes(scope, options)
  listsRoutes(scope, options)
  votesRoutes(scope, options)
  picksRoutes(scope, options)
  flexOffersRoutes(scope, options)
  bonusesRoutes(scope, options)
  referralsRoutes(scope, options)
  reservationsRoutes(scope, options)
  passesRoutes(scope, { ...options, ...passPictures })
  guestBookingsRoutes(scope, options)
  locationsRoutes(scope, options)
  cardsRoutes(scope, options)
  activityRoutes(scope, options)
  liveUpdatesRoutes(scope, options)
  notificationsRoutes(scope, options)
  reviewsRoutes(scope, options)
  contentRoutes(scope, options)
  featureFlagRoutes(scope, options)
  trackingRoutes(scope, options)
  surveysRoutes(scope, options)
  botCheckRoutes(scope, options)
  staffRoutes(scope, options)
  consoleSessionRoutes(scope, options)
  emulationRoutes(scope, options)
  consoleRoutes(scope, options)
  partnerApiRoutes(scope, options)
  if (!options.production) stagingRoutes(scope, options)
}
