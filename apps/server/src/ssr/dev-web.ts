import { join } from 'node:path'
import type { RenderPage } from '@dineward/core/pages/render.ts'
import type { FastifyInstance } from 'fastify'
import { createServer } from 'vite'
import { noStyles, type WebBuild } from './web-build.ts'

/** The web from its sources: Vite serves modules, reloads them while they are edited, and loads the renderer anew. */
export async function openDevWeb(webDir: string) {
  const vite = await createServer({
    configFile: join(webDir, 'vite.config.ts'),
    // Otherwise a copy of the configuration is written and watched, and the server would restart for ever.
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
    baseStyles: noStyles,
    filesOf: () => ({ scripts: [], styles: [] }),
    stylesOf: () => noStyles,
    /** Vite writes styles into the page and speaks over a socket: allowed here and nowhere else. */
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
