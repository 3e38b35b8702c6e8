import { join } from 'node:path'
import type { RenderPage } from '@dineward/core/pages/render.ts'
import type { FastifyInstance } from 'fastify'
import { createServer } from 'vite'
import { noStyles, type WebBuild } from './web-build.ts'

/** Vite serves and reloads the web's modules, and loads the renderer again after a change. */
export async function openDevWeb(webDir: string) {
  const vite = await createServer({
    configFile: join(webDir, 'vite.config.ts'),
    // Otherwise Vite writes a copy of its configuration, and the watching server restarts forever.
    configLoader: 'native',
    appType: 'custom',
    server: { middlewareMode: true },
  })
  const renderPage: RenderPage = async (request, options) => {
    const module = (await vite.ssrLoadModule('/src/entry-server.tsx')) as { renderPage: RenderPage }
    return module.renderPage(request, options)
  }
  const build: WebBuild = {
    renderPage,
    assetsDir: null,
    entryScript: '/src/entry-dev.ts',
    firstScripts: [],
    isPersonal: () => true,
    offlineFiles: [],
    baseStyles: noStyles,
    filesOf: () => ({ scripts: [], styles: [] }),
    stylesOf: () => noStyles,
    /** Vite inlines styles and uses a socket. */
    development: true,
  }
  return {
    build,
    attach(app: FastifyInstance) {
      app.addHook('onRequest', (request, reply, done) => {
        if (!/^\/(@|src\/|node_modules\/|packages\/|dist\/map-data\/)/.test(request.url)) return done()
        reply.hijack()
        vite.middlewares(request.raw, reply.raw, () => {
          reply.raw.statusCode = 404
          reply.raw.end()
        })
      })
    },
    close: () => vite.close(),
  }
}
