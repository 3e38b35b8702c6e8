import type { FastifyInstance } from 'fastify'
import { hostOf } from './origin.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The address of a request is served by these; the list is empty where it is served by none. */
    allowedMethods(request: FastifyRequest): readonly string[]
  }
}

interface Route {
  readonly pattern: RegExp
  readonly methods: readonly string[]
  readonly host: RegExp | null
  readonly isOfPages: boolean
}

/**
 * Call it before the routes that it reads are added: the router of Fastify tells nothing of the other methods of an
 * address.
 */
export function readAllowedMethods(app: FastifyInstance): void {
  const routes: Route[] = []
  app.addHook('onRoute', ({ url, method, constraints }) => {
    const host: unknown = constraints?.host
    routes.push({
      pattern: new RegExp(
        `^${url
          .split(/(:\w+|\*)/)
          .map(partOf)
          .join('')}$`,
      ),
      methods: [method].flat(),
      host: host instanceof RegExp ? host : null,
      isOfPages: url === '/*',
    })
  })
  app.decorate('allowedMethods', request => {
    const path = request.url.split('?', 1)[0]!
    const isOwnHost = ({ host }: Route) => host?.test(hostOf(request)) ?? false
    // A host of its own, such as the console's, has no other routes.
    const ofHost = routes.some(isOwnHost) ? routes.filter(isOwnHost) : routes.filter(({ host }) => !host)
    const served = ofHost.filter(
      ({ pattern, isOfPages }) => pattern.test(path) && !(isOfPages && isNoPagePath(path)),
    )
    return [...new Set(served.flatMap(({ methods }) => methods))].toSorted()
  })
}

const partOf = (part: string): string => {
  if (part === '*') return '.*'
  return part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** Programs request these: they get an error body, not a page. */
export const isNoPagePath = (path: string): boolean =>
  /^\/(api|hooks|v1|brand|assets|images|maps)\//.test(path)
