import { recaptchaSiteKey } from '@dineward/core/bot-check/bot-check.rules.ts'
import { maintenanceRetrySeconds } from '@dineward/core/pages/maintenance.rules.ts'
import { nativeAppOf } from '@dineward/core/pages/native-app.rules.ts'
import type { RenderedPage } from '@dineward/core/pages/render.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { bookingProvider, mapOrigins } from '@dineward/core/partner/partner-questions.ts'
import { openTableOrigin } from '@dineward/core/reservations/open-table.rules.ts'
import { surveyOrigin } from '@dineward/core/surveys/survey-frame.rules.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { cookieName } from '../http/cookies.ts'
import { originOf } from '../http/origin.ts'
import { fixedHeaders, pagePolicy } from '../http/security-headers.ts'
import { contextOf, type Services } from '../http/serve.ts'
import { sessionCookie } from '../http/session.ts'
import { staffOf } from '../http/staff-session.ts'
import type { Brand } from './brand.ts'
import { type BrandOf, type BrandServices, createBrands } from './brands.ts'
import { documentOf, modulesOf } from './document.ts'
import { inProcessTransport } from './in-process-transport.ts'
import { type KeptPage, keepPage, sendKept } from './kept-page.ts'
import { createRenderQueue } from './render-queue.ts'
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
      /** The policy among them; what says whether it may be kept is the caller's. */
      readonly headers: Readonly<Record<string, string>>
      readonly setCookies: readonly string[]
      readonly personal: boolean
      /** Something it is made of was away: it is an answer, but no page to keep. */
      readonly failed: boolean
    }

type RenderedDocument = Extract<RenderedPage, { kind: 'page' }>

export interface PageRenderer {
  readonly brandOf: BrandOf
  /** The brand as this visitor sees it: staff see drafts in the frame where the partner previews. */
  brandFor(request: FastifyRequest): Promise<Brand>
  readonly build: WebBuild
  /** Whether more than the address decides what this page shows, as far as its routes say. */
  isPersonal(request: FastifyRequest, brand: Brand): boolean
  /**
   * Draws the page when its turn comes. Throws `TooBusy` where it would have to wait too long. `forEveryone` draws it as for a
   * visitor who brings nothing along, so that nothing of this one can be in it.
   */
  render(
    request: FastifyRequest,
    brand: Brand,
    options: { readonly forEveryone: boolean },
  ): Promise<RenderedAnswer>
  /** The policy of a page of this brand that is made of these routes. */
  policyOf(
    brand: Brand,
    page?: Pick<RenderedDocument, 'modules' | 'laterModules' | 'entersCard' | 'booksTables' | 'bare'>,
  ): string
  /** A whole answer, with the headers that every answer has. */
  keep(status: number, html: string, headers: Readonly<Record<string, string>>): KeptPage
  sendKept(request: FastifyRequest, reply: FastifyReply, page: KeptPage): Promise<FastifyReply>
}

export interface PageServices extends Services, BrandServices {}

/** Pages as the web draws them, in a document of the partner's. */
export function createPageRenderer(
  app: FastifyInstance,
  services: PageServices,
  build: WebBuild,
  isClosing: () => boolean,
): PageRenderer {
  const brandOf = createBrands(services)
  const queue = createRenderQueue()
  const always = fixedHeaders(services.production)

  return {
    brandOf,
    brandFor: async request => brandOf(request.partner, { preview: await isPreview(request) }),
    build,
    isPersonal: (request, brand) => build.isPersonal(request.url.split('?', 1)[0]!, brand.content),
    render: (request, brand, { forEveryone }) => queue.run(() => draw(request, brand, forEveryone)),
    policyOf,
    keep: (status, html, headers) => keepPage(status, html, { ...always, ...headers }),
    async sendKept(request, reply, page) {
      const form = await page.formFor(request.headers['accept-encoding'])
      return sendKept(request, reply, page, form, isClosing())
    },
  }

  async function draw(request: FastifyRequest, brand: Brand, forEveryone: boolean): Promise<RenderedAnswer> {
    const { partner } = request
    const calls = inProcessTransport(app, request, forEveryone ? {} : request.cookies)
    const userAgent = forEveryone ? '' : (request.headers['user-agent'] ?? '')
    const page = await build.renderPage(webRequest(request), {
      ...brand.content,
      brandUrl: brand.contentUrl,
      transport: calls.transport,
      hasSession: !forEveryone && request.cookies[cookieName(request, sessionCookie)] !== undefined,
      preview: !forEveryone && (await isPreview(request)),
      nativeApp: nativeAppOf(userAgent, partner.settings),
      requestId: request.id,
      origin: originOf(request),
      clockShiftMs: clockShiftMs(),
    })
    const { setCookies } = calls
    if (page.kind === 'redirect') return { ...page, setCookies }
    const retryLater = page.status === 503 ? { 'retry-after': String(maintenanceRetrySeconds) } : {}
    return {
      kind: 'page',
      status: page.status,
      html: documentOf(page, brand, build),
      headers: { ...retryLater, ...framing(partner, page), 'content-security-policy': policyOf(brand, page) },
      setCookies,
      personal: page.personal,
      failed: page.status >= 500 || calls.hasFailed(),
    }
  }

  /** In whole seconds: read a moment apart, two clocks that are one would make another page each time. */
  function clockShiftMs(): number {
    return Math.round((services.clock.now().getTime() - Date.now()) / 1_000) * 1_000
  }

  /** The partner previews, and whoever looks is staff; everybody else sees what is published. */
  async function isPreview(request: FastifyRequest): Promise<boolean> {
    if (!request.partner.settings.cmsPreview) return false
    const staff = await staffOf(contextOf(services, request), request)
    return staff?.permissions.includes('content.preview') ?? false
  }

  function policyOf(brand: Brand, page?: Parameters<PageRenderer['policyOf']>[1]): string {
    const styles = page ? build.stylesOf(modulesOf(page)) : build.baseStyles
    return pagePolicy({
      styleHashes: [styles.hash, brand.cssHash],
      pictureOrigins: brand.pictureOrigins,
      mapOrigins: mapOrigins(brand.content.partner),
      cardFrameOrigin: page?.entersCard ? new URL(services.cardFrameUrl).origin : null,
      surveyOrigin: surveyOrigin(brand.content.partner, brand.content.frame.surveys, "'self'"),
      bookingOrigin:
        page?.booksTables && bookingProvider(brand.content.partner) === 'openTable' ? openTableOrigin : null,
      framedBySelf: page?.bare ?? false,
      recaptcha: recaptchaSiteKey(brand.content.partner) !== null,
      development: build.development ?? false,
    })
  }
}

/**
 * A bare page may stand in a frame of our own pages, and no other. Where an administration may end an emulated session,
 * its window must be able to speak to the one that it opened (shell §4 Emulation).
 */
function framing({ settings }: Partner, page: RenderedDocument): Record<string, string> {
  return {
    ...(page.bare ? { 'x-frame-options': 'SAMEORIGIN' } : {}),
    ...(settings.emulationOrigins.length > 0 ? { 'cross-origin-opener-policy': 'unsafe-none' } : {}),
  }
}

/** A target that would name a host of its own (`//host`, `http://host`) is no page of ours. */
function webRequest(request: FastifyRequest): Request {
  const headers = { 'content-type': request.headers['content-type'] ?? 'text/plain' }
  const target = /^\/(?![/\\])/.test(request.url) ? request.url : '/not_found'
  const url = new URL(originOf(request) + target)
  if (request.method !== 'POST') return new Request(url, { headers })
  return new Request(url, { method: 'POST', headers, body: String(request.body ?? '') })
}
