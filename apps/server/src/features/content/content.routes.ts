import { getContent } from '@dineward/core/content/content.contract.ts'
import type { FastifyInstance } from 'fastify'
import { type Services, serve } from '../../http/serve.ts'
import { requireStaff } from '../../http/sessions/staff-session.ts'
import { type EntryPage, listEntries } from './content.service.ts'
import type { ContentStore } from './content-store.service.ts'

/** Long enough to help while a visitor looks around, short enough for an editor to see a change. */
const shortly = 'public, max-age=60'

export interface ContentServices extends Services {
  readonly content: ContentStore
}

/** With and without the slash at the end. */
export function contentRoutes(app: FastifyInstance, services: ContentServices): void {
  const withoutSlash = { ...getContent, path: '/api/cms/:contentType/:contentName' } as const
  for (const [contract, hidden] of [
    [getContent, false],
    [withoutSlash, true],
  ] as const) {
    serve(
      app,
      services,
      contract,
      async (ctx, { params, query }, { request, reply }) => {
        const preview = query.preview === '1'
        if (preview) await requireStaff(ctx, request, 'content.preview')
        const { page = 1, page_size: pageSize = 100 } = query
        const list = await listEntries(ctx, services.content, { ...params, page, pageSize, preview })
        reply.header('cache-control', preview ? 'no-store' : shortly)
        return onTheWire(list)
      },
      { hidden },
    )
  }
}

function onTheWire({ entries, count, nextPage, previousPage }: EntryPage) {
  return {
    meta: { count, next_page: nextPage, previous_page: previousPage },
    data: entries.map(({ type, fields, ...facts }) => ({ ...facts, page_type: type, fields: { ...fields } })),
  }
}
