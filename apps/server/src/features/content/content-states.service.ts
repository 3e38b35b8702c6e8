import type { ContentState, ContentSummary } from '@dineward/core/console-programs/content.contract.ts'
import { contentKinds } from '@dineward/core/content/content-fields.ts'
import type { StaffContext } from '../../context.ts'
import { stateOf } from './content-editing.service.ts'
import type { ContentStore } from './content-store.service.ts'
import { listVersionStates } from './content-versions.repository.ts'

type VersionState = Awaited<ReturnType<typeof listVersionStates>>[number]

/** Every entry that is shown, or was written in the console, by kind. */
export async function listContent(ctx: StaffContext, content: ContentStore): Promise<ContentSummary[]> {
  const rows = await listVersionStates(ctx.db, ctx.partner.slug)
  const written = Map.groupBy(rows, ({ kind, slug }) => `${kind}/${slug}`)
  const shown = await content.contentOf(ctx.partner)
  const now = ctx.clock.now()
  return contentKinds.flatMap(kind => {
    const slugs = new Set([
      ...rows.filter(row => row.kind === kind).map(({ slug }) => slug),
      ...shown[kind].map(({ slug }) => slug),
    ])
    return [...slugs].map(slug => {
      const entry = shown[kind].find(one => one.slug === slug) as
        | { fields: object; name?: string }
        | undefined
      const versions = written.get(`${kind}/${slug}`) ?? []
      const { savedAt, savedBy } = versions[0] ?? {}
      return {
        kind,
        slug,
        name: nameOf(entry) ?? slug,
        state: summaryState(versions, now, entry !== undefined),
        hasDraft: versions[0]?.state === 'draft',
        savedAt: savedAt?.toISOString() ?? null,
        savedBy: savedBy ?? null,
      }
    })
  })
}

/** What members see decides, then what comes next. */
function summaryState(versions: readonly VersionState[], now: Date, isShown: boolean): ContentState {
  const states: ContentState[] = []
  for (const row of versions)
    states.push(stateOf(row, now, states.includes('shown') || states.includes('removed')))
  const order: ContentState[] = ['shown', 'removed']
  const found = order.find(state => states.includes(state))
  if (found) return found
  if (isShown) return 'shipped'
  return (['scheduled', 'draft', 'ended'] as const).find(state => states.includes(state)) ?? 'shipped'
}

/** The name is the field by which an editor recognizes the entry. */
function nameOf(entry: { readonly fields: object; readonly name?: string } | undefined): string | null {
  if (!entry) return null
  const { title, text } = entry.fields as { title?: unknown; text?: unknown }
  for (const one of [title, text]) if (typeof one === 'string' && one !== '') return one.slice(0, 120)
  return entry.name ?? null
}
