import type { FastifyInstance } from 'fastify'
import type { Tracing } from '../tracing/tracing.ts'
import {
  type AnonymousPages,
  createAnonymousPages,
  type PageCacheOptions,
  type PageCacheServices,
} from './cache/anonymous-pages.ts'
import { type CachedAnswers, createCachedAnswers } from './cache/cached-answers.ts'
import { createPageRenderer, type PageRenderer, type PageServices } from './page-renderer.ts'
import type { WebBuild } from './web-build.ts'

export interface PageOptions extends PageServices, PageCacheServices {
  readonly trustProxy: boolean
  readonly tracing?: Tracing | null
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
  const { trustProxy, tracing } = options
  // Spans are made by Fastify's hooks.
  const cachedAnswers = tracing
    ? null
    : createCachedAnswers({ app, pages: anonymousPages, trustProxy, isClosing })
  return { renderer, anonymousPages, cachedAnswers }
}
