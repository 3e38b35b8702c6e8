import { recaptchaSiteKey } from '@dineward/core/bot-check/bot-check.rules.ts'
import { maintenanceRetrySeconds } from '@dineward/core/pages/maintenance.rules.ts'
import { nativeAppOf } from '@dineward/core/pages/native-app.rules.ts'
import { withKnownParams } from '@dineward/core/pages/page-params.ts'
import type { RenderedPage } from '@dineward/core/pages/render.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { bookingProvider, mapOrigins } from '@dineward/core/partner/partner-questions.ts'
import { openTableOrigin } from '@dineward/core/reservations/open-table.rules.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { surveyOrigin } from '@dineward/core/surveys/survey-frame.rules.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Allowance, clientOf, createAllowances } from '../http/limits/allowances.ts'
import { limits } from '../http/limits/rate-limits.ts'
import { originOf } from '../http/origin.ts'
import { fixedHeaders, pagePolicy } from '../http/security-headers.ts'
import { contextOf, type Services } from '../http/serve.ts'
import type { ConsoleSettings } from '../http/serve-console.ts'
import { consoleOrigins } from '../http/sessions/emulation.ts'
import { staffOf } from '../http/sessions/staff-session.ts'
import type { Brand } from './brand.ts'
import { type BrandOf, type BrandServices, createBrands } from './brands.ts'
import { type CachedPage, cachePage, sendCached } from './cache/cached-page.ts'
import { closedAnnouncementOf } from './closed-announcement.ts'
import { documentOf } from './document.ts'
import { inProcessTransport } from './in-process-transport.ts'
import { createRenderQueue, type RenderQueue } from './render-queue.ts'
import type { WebBuild } from './web-build.ts'

export type RenderedAnswer =
  | {
      readonly kind: 'redirect'
      readonly status: number
      readonly location: string
      readonly setCookies: readonly string[]
    }
  | {
      readonly kind: 'page'
      readonly status: number
      readonly html: string
      /** They have the policy; `cache-control` is the caller's. */
      readonly headers: Readonly<Record<string, string>>
      readonly setCookies: readonly string[]
      readonly personal: boolean
      readonly failed: boolean
    }

type RenderedDocument = Extract<RenderedPage, { kind: 'page' }>

export interface PageRenderer {
  readonly brandOf: BrandOf
  /** Staff see drafts where the partner previews. */
  brandFor(request: FastifyRequest): Promise<Brand>
  readonly build: WebBuild
  readonly queue: RenderQueue
  isPersonal(request: FastifyRequest, brand: Brand): boolean
  /** Count a page that must be rendered now. @throws `rate_limited` past the client's allowance. */
  countPage(request: FastifyRequest): void
  /**
   * `anonymous` ignores everything the visitor sent but the address without invented parameters.
   * @throws RenderQueueFull.
   */
  render(
    request: FastifyRequest,
    brand: Brand,
    options: { readonly anonymous: boolean },
  ): Promise<RenderedAnswer>
  policyOf(brand: Brand, page?: PolicyPage): string
  cachePage(status: number, html: string, headers: Readonly<Record<string, string>>): CachedPage
  sendCached(request: FastifyRequest, reply: FastifyReply, page: CachedPage): Promise<FastifyReply>
}

type PolicyPage = Pick<RenderedDocument, 'files' | 'entersCard' | 'booksTables' | 'bare'>

export interface PageServices extends Services, BrandServices {
  /** It is the allowance of a client; cached pages do not count. */
  readonly renderedPages?: Allowance
  /** Sends HSTS, as production does. */
  readonly staging?: boolean
  readonly console: ConsoleSettings
}

export function createPageRenderer(
  app: FastifyInstance,
  services: PageServices,
  build: WebBuild,
  isClosing: () => boolean,
): PageRenderer {
  const brandOf = createBrands(services)
  const queue = createRenderQueue()
  const sharedHeaders = fixedHeaders(services.production || services.staging === true)

  return {
    brandOf,
    brandFor: async request => brandOf(request.partner, { preview: await isPreview(services, request) }),
    build,
    queue,
    isPersonal: (request, brand) => build.isPersonal(request.url.split('?', 1)[0]!, brand.content),
    countPage: pageCounter(services.renderedPages),
    render: (request, brand, { anonymous }) =>
      queue.run(clientOf(request), () => render(request, brand, anonymous)),
    policyOf,
    cachePage: (status, html, headers) => cachePage(status, html, { ...sharedHeaders, ...headers }),
    async sendCached(request, reply, page) {
      const encoded = await page.encode(request.headers['accept-encoding'])
      return sendCached(request, reply, page, encoded, isClosing())
    },
  }

  async function render(request: FastifyRequest, brand: Brand, anonymous: boolean): Promise<RenderedAnswer> {
    const { partner } = request
    const calls = inProcessTransport(app, request, anonymous ? {} : request.cookies)
    const page = await build.renderPage(webRequest(request, anonymous), {
      ...brand.content,
      brandUrl: brand.contentUrl,
      transport: calls.transport,
      ...(anonymous ? { hasSession: false, emulated: false } : visitOf(request)),
      preview: !anonymous && (await isPreview(services, request)),
      nativeApp: anonymous ? null : nativeAppOf(request.headers['user-agent'] ?? '', partner.settings),
      closedAnnouncement: closedAnnouncementOf(request),
      requestId: request.id,
      onError: error => logFailure(request, error),
      origin: originOf(request),
      clockShiftMs: clockShiftMs(services),
    })
    const { setCookies } = calls
    if (page.kind === 'redirect') return { ...page, setCookies }
    const retryLater = page.status === 503 ? { 'retry-after': String(maintenanceRetrySeconds) } : {}
    return {
      kind: 'page',
      status: page.status,
      html: documentOf(page, brand, build),
      headers: {
        ...retryLater,
        ...framing(partner, page),
        'content-security-policy': policyOf(brand, page, framedBy(request, services.console)),
      },
      setCookies,
      personal: page.personal,
      failed: page.status >= 500 || calls.hasFailed(),
    }
  }

  function policyOf(brand: Brand, page?: PolicyPage, framers: readonly string[] = []): string {
    const styles = page ? build.stylesOf(page.files) : build.baseStyles
    return pagePolicy({
      styleHashes: [styles.hash, brand.cssHash],
      pictureOrigins: brand.pictureOrigins,
      mapOrigins: mapOrigins(brand.content.partner),
      cardFrameOrigin: page?.entersCard ? new URL(services.cardFrameUrl).origin : null,
      surveyOrigin: surveyOrigin(brand.content.partner, brand.content.frame.surveys, "'self'"),
      bookingOrigin:
        page?.booksTables && bookingProvider(brand.content.partner) === 'openTable' ? openTableOrigin : null,
      framedBySelf: page?.bare ?? false,
      framedBy: framers,
      recaptcha: recaptchaSiteKey(brand.content.partner) !== null,
      development: build.development ?? false,
    })
  }
}

async function isPreview(services: Services, request: FastifyRequest): Promise<boolean> {
  if (!request.partner.settings.cmsPreview) return false
  const staff = await staffOf(contextOf(services, request), request)
  return staff?.permissions.includes('content.preview') ?? false
}

/** A member's, or of staff who look at a member's pages. */
function visitOf(request: FastifyRequest): { hasSession: boolean; emulated: boolean } {
  const emulated = request.emulationToken !== null
  return { hasSession: emulated || request.sessionToken !== null, emulated }
}

/** Staff see a member's pages in a frame of the console. */
const framedBy = (request: FastifyRequest, { hosts }: ConsoleSettings): readonly string[] =>
  request.emulationToken === null ? [] : consoleOrigins(originOf(request), hosts)

/** It is in whole seconds: otherwise equal pages would differ by the time between reading two clocks. */
function clockShiftMs({ clock }: Services): number {
  return Math.round((clock.now().getTime() - Date.now()) / 1_000) * 1_000
}

function pageCounter(allowance: Allowance = limits.renderedPages): PageRenderer['countPage'] {
  const allowances = createAllowances(allowance)
  return request => {
    if (!allowances.take(clientOf(request), 1)) throw new AppError('rate_limited')
  }
}

/** The request's id is the reference that the page shows. */
function logFailure({ log }: FastifyRequest, error: unknown): void {
  const isUnavailable = (error as { status?: unknown } | null)?.status === 503
  log[isUnavailable ? 'warn' : 'error']({ err: error }, 'page could not be loaded')
}

/** Our own pages may frame a bare page. Emulation needs `window.opener` (shell §4 Emulation). */
function framing({ settings }: Partner, page: RenderedDocument): Record<string, string> {
  return {
    ...(page.bare ? { 'x-frame-options': 'SAMEORIGIN' } : {}),
    ...(settings.emulationOrigins.length > 0 ? { 'cross-origin-opener-policy': 'unsafe-none' } : {}),
  }
}

/** A target that names a host (`//host`, `http://host`) is not found. */
function webRequest(request: FastifyRequest, anonymous: boolean): Request {
  const asked = anonymous ? withKnownParams(request.url) : request.url
  const target = /^\/(?![/\\])/.test(asked) ? asked : '/not_found'
  const url = new URL(originOf(request) + target)
  if (request.method !== 'POST') return new Request(url)
  // The only type whose body is read; one without a type has no body.
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return new Request(url, { method: 'POST', headers, body: formText(request.body) })
}

/** An upload was parsed into its fields. */
function formText(body: unknown): string {
  return typeof body === 'object' ? new URLSearchParams({ ...body }).toString() : String(body ?? '')
}
