import type { FastifyInstance } from 'fastify'
import {
  type AnonymousPages,
  createAnonymousPages,
  type PageCacheOptions,
  type PageCacheServices,
} from './anonymous-pages.ts'
import { type CachedAnswers, createCachedAnswers } from './cached-answers.ts'
import { createPageRenderer, type PageRenderer, type PageServices } from './page-renderer.ts'
import type { WebBuild } from './web-build.ts'

export interface PageOptions extends PageServices, PageCacheServices {
  readonly trustProxy: boolean
  /** Null renders every page again. */
  readonly pageCache?: PageCacheOptions | null
}

interface OpenedPages {
  readonly renderer: PageRenderer
  readonly anonymousPages: AnonymousPages | null
  readonly cachedAnswers: CachedAnswers | null
}

export function openPages(
  app: FastifyInstance,
  options: PageOptions,
  web: WebBuild,
  isClosing: () => boolean,
): OpenedPages {
  const renderer = createPageRenderer(app, options, web, isClosing)
  if (options.pageCache === null || web.development)
    return { renderer, anonymousPages: null, cachedAnswers: null }
  const cacheOptions = options.pageCache ?? {}
  const anonymousPages = createAnonymousPages({ app, services: options, renderer, cacheOptions })
  const { trustProxy } = options
  const cachedAnswers = createCachedAnswers({ app, pages: anonymousPages, trustProxy, isClosing })
  return { renderer, anonymousPages, cachedAnswers }
}
