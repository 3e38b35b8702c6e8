import * as z from 'zod/mini'
import { defineContract } from '../shared/contract.ts'
import { contentKinds } from './content-fields.ts'

export const contentListSchema = z.object({
  meta: z.object({
    count: z.number(),
    next_page: z.nullable(z.number()),
    previous_page: z.nullable(z.number()),
  }),
  data: z.array(
    z.object({
      slug: z.string(),
      name: z.string(),
      page_type: z.string(),
      status: z.string(),
      published: z.nullable(z.string()),
      updated: z.nullable(z.string()),
      fields: z.record(z.string(), z.unknown()),
    }),
  ),
})
export type ContentList = z.infer<typeof contentListSchema>

/** An unknown kind is 404 `{ "detail" }` (wire: Content). */
export const getContent = defineContract({
  method: 'GET',
  path: '/api/cms/:contentType/:contentName/',
  summary: 'The entries of one kind of content. A preview needs a staff session.',
  access: 'public',
  params: z.object({ contentType: z.string(), contentName: z.string() }),
  query: z.object({
    page: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1_000))),
    page_size: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
    preview: z.optional(z.enum(['0', '1'])),
  }),
  response: contentListSchema,
  errors: ['validation_failed', 'not_found', 'unauthorized'],
})

export const isContentKind = (name: string): name is (typeof contentKinds)[number] =>
  (contentKinds as readonly string[]).includes(name)
