import type { RenderOptions } from '@dineward/core/pages/render.ts'
import { noStyles, type WebBuild } from '../ssr/web-build.ts'

/** A web without pages says what it was asked to render, and whatever `render` adds to that. */
export function echoWeb(
  render: (request: Request, options: RenderOptions) => Promise<object> = async () => ({}),
): WebBuild {
  return {
    async renderPage(request, options) {
      const { origin, hasSession } = options
      const state = { url: request.url, origin, hasSession, ...(await render(request, options)) }
      return {
        kind: 'page',
        status: 200,
        head: '',
        body: '',
        state,
        files: [],
        entersCard: false,
        personal: hasSession,
      }
    },
    assetsDir: null,
    entryScript: '/assets/entry.js',
    firstScripts: [],
    isPersonal: () => false,
    offlineFiles: [],
    baseStyles: noStyles,
    filesOf: () => ({ scripts: [], styles: [] }),
    stylesOf: () => noStyles,
  }
}

/** What `echoWeb` was asked. */
export function echoed(page: string): Record<string, unknown> {
  const [, state = ''] = /id="state">(.*?)<\/script>/s.exec(page) ?? []
  return JSON.parse(state) as Record<string, unknown>
}
