import type { GlobalFields } from '@dineward/core/content/content-fields.ts'
import type { AppContext } from '../../../app-context.ts'
import { contentEntryQuery } from '../content.queries.ts'

export const earnSidebarQuery = (app: AppContext) => contentEntryQuery(app, 'sidebar', 'earn')

export function earnRulesQuery(app: AppContext) {
  return { ...contentEntryQuery(app, 'global', 'earn'), select: rulesOf }
}

const rulesOf = (fields: unknown) => fields as GlobalFields['earn'] | null
