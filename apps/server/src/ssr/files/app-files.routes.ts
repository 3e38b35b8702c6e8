import { createHash } from 'node:crypto'
import type { Partner } from '@dineward/core/partner/partner.ts'
import type { Clock } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PublishedAssets } from '../../features/web-assets/web-assets.service.ts'
import { pagePolicy } from '../../http/security-headers.ts'
import type { Brand } from '../brand.ts'
import { offlineDocument, offlineStyleHash } from '../offline-document.ts'
import type { PageRenderer } from '../page-renderer.ts'
import type { WebBuild } from '../web-build.ts'
import { appPicturesOf, smallIconUrl } from './app-icons.ts'
import { appManifest } from './app-manifest.ts'
import { forever, sendPublishedBrand } from './published-assets.routes.ts'
import { sendFile } from './send-file.ts'

const hidden = { schema: { hide: true } as object }

export function appFileRoutes(
  app: FastifyInstance,
  { clock }: { readonly clock: Clock },
  renderer: PageRenderer | null,
  published: PublishedAssets,
): void {
  const manifests = new WeakMap<Partner, { readonly day: string; readonly text: Promise<Buffer> }>()
  /** It is made once a partner and day: its words may name the year. */
  function manifestOnce({ partner, log }: FastifyRequest): Promise<Buffer> {
    const now = clock.now()
    const day = now.toISOString().slice(0, 10)
    const known = manifests.get(partner)
    if (known?.day === day) return known.text
    const text = appManifest(partner, now, sentence => log.error(sentence)).then(manifest =>
      Buffer.from(JSON.stringify(manifest)),
    )
    manifests.set(partner, { day, text })
    return text
  }

  app.get('/manifest.webmanifest', hidden, async (request, reply) => {
    const content = await manifestOnce(request)
    return sendFile(request, reply, { type: 'application/manifest+json', maxAge: 300, content })
  })
  // This is for browsers and programs that do not read the page's own link to an icon.
  app.get('/favicon.ico', hidden, ({ partner }, reply) =>
    reply.header('cache-control', 'public, max-age=86400').redirect(smallIconUrl(partner), 302),
  )
  // These are drawn on request, unlike the files of `/brand/:file`.
  app.get('/brand/icon-:file', hidden, (request, reply) => sendPicture(request, reply, published))
  app.get('/brand/og-:file', hidden, (request, reply) => sendPicture(request, reply, published))
  if (renderer) workerRoutes(app, renderer)
}

async function sendPicture(request: FastifyRequest, reply: FastifyReply, published: PublishedAssets) {
  const { icons, social } = appPicturesOf(request.partner)
  const name = request.url.split('?')[0]!.slice('/brand/'.length)
  const picture = [...icons, social].find(({ file }) => file === name)
  if (!picture) return sendPublishedBrand(reply, published, request.partner.slug, name)
  const content = await picture.content().catch(() => null)
  if (!content) throw new AppError('not_found')
  return reply.type('image/png').header('cache-control', forever).send(content)
}

function workerRoutes(app: FastifyInstance, { brandOf, build }: PageRenderer): void {
  const workers = new WeakMap<Brand, Buffer>()
  function workerOnce(brand: Brand): Buffer {
    const worker = workers.get(brand) ?? Buffer.from(workerOf(brand, build))
    workers.set(brand, worker)
    return worker
  }

  app.get('/sw.js', hidden, async (request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('service-worker-allowed', '/')
      // The worker may fetch from this site and show the icon of a notification. Its policy is asked as well for what
      // it fetches for pages: in Safari a Web Worker needs the scripts' directive.
      .header(
        'content-security-policy',
        "default-src 'none'; connect-src 'self'; img-src 'self'; script-src 'self'; style-src 'self'; font-src 'self'; base-uri 'none'; frame-ancestors 'none'",
      )
      .send(workerOnce(await brandOf(request.partner))),
  )
  app.get('/offline.html', hidden, async (request, reply) => {
    const brand = await brandOf(request.partner)
    const policy = pagePolicy({
      styleHashes: [build.baseStyles.hash, brand.cssHash, offlineStyleHash],
      cardFrameOrigin: null,
      development: build.development ?? false,
    })
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', policy)
      .send(offlineDocument(brand, build))
  })
}

/** In development nothing is cached, and an earlier build's worker is removed. */
const noWorker = 'self.registration.unregister()'

/** The worker has the list of this partner's files: other copy or looks make another worker. */
function workerOf(brand: Brand, build: WebBuild): string {
  if (!build.worker) return noWorker
  const { scripts, styles } = build.filesOf(build.offlineFiles)
  const files = [
    build.entryScript,
    ...build.firstScripts,
    brand.contentUrl,
    brand.fontUrl,
    brand.content.logoUrl,
    brand.markUrl,
  ]
  // Duplicates are left out: a cache refuses them.
  const once = [...new Set([...files, ...scripts, ...styles])].filter(Boolean)
  const shell = { files: once, offline: '/offline.html', icon: brand.touchIconUrl }
  const version = createHash('sha256')
    .update(JSON.stringify([build.worker, shell, offlineDocument(brand, build)]))
    .digest('base64url')
    .slice(0, 12)
  return `self.appShell=${JSON.stringify({ ...shell, version })};\n${build.worker}`
}
