import type { ConsoleContentEntry } from '@dineward/core/console-programs/content.contract.ts'
import { isContentKind } from '@dineward/core/content/content.contract.ts'
import { fieldsSchemaOf } from '@dineward/core/content/content.rules.ts'
import type { ContentKind } from '@dineward/core/content/content-fields.ts'
import { withoutMedia } from '@dineward/core/content/media.rules.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { staffPreviewPath } from '@dineward/core/staff/staff.contract.ts'
import type { StaffContext } from '../../context.ts'
import { type EntryName, readVersions } from '../content/content-editing.service.ts'
import type { ContentStore } from '../content/content-store.service.ts'
import { readLibrary } from '../content/media/media.service.ts'
import type { PartnerRegistry } from '../partner/partner-registry.service.ts'
import { offerStaffSession } from '../staff/staff.service.ts'

export interface ContentParts {
  readonly content: ContentStore
  readonly partners: PartnerRegistry
}

/** @throws `not_found` for a kind that there is not. */
export function entryName({ kind, entry }: { readonly kind: string; readonly entry: string }): EntryName {
  if (!isContentKind(kind)) throw new AppError('not_found')
  return { kind, slug: entry }
}

/** An entry that nothing is known of yet is an empty one, to be written. */
export async function readContentEntry(
  ctx: StaffContext,
  { content }: Pick<ContentParts, 'content'>,
  name: EntryName,
): Promise<ConsoleContentEntry> {
  const { kind, slug } = name
  const [versions, entries, library] = await Promise.all([
    readVersions(ctx, name),
    content.entriesOf(ctx.partner, kind),
    readLibrary(ctx.db, ctx.partner.slug),
  ])
  const shown = entries.find(entry => entry.slug === slug)
  const fields = withoutMedia(shown?.fields ?? null, library) as Record<string, unknown> | null
  return {
    kind,
    slug,
    shown: fields,
    draft: versions.draft,
    versions: [...versions.versions],
    problems: [...versions.problems],
    version: versions.version,
    schema: fieldsSchemaOf(kind, slug),
    hasPreview: ctx.partner.settings.cmsPreview,
  }
}

/** Opens with the draft at the site, without a second sign-in there. */
export async function previewAddress(
  ctx: StaffContext,
  { content, partners }: ContentParts,
  { kind, slug }: EntryName,
): Promise<string> {
  const [{ draft }, entries] = await Promise.all([
    readVersions(ctx, { kind, slug }),
    content.entriesOf(ctx.partner, kind),
  ])
  const shown = entries.find(entry => entry.slug === slug)?.fields as Record<string, unknown> | undefined
  const to = `${pathOf(kind, slug, { ...shown, ...draft?.fields })}?preview=1`
  const query = new URLSearchParams({ ticket: await offerStaffSession(ctx), to })
  return `${partners.siteOf(ctx.partner)}${staffPreviewPath}?${query}`
}

const pages: Partial<Record<ContentKind, string>> = {
  discover: '/discover',
  account_center: '/account/overview',
  sidebar: '/account/overview',
  tier_1_activation: '/activate',
  earn_banner: '/earn',
}

function pathOf(kind: ContentKind, slug: string, { url }: { readonly url?: unknown }): string {
  if (kind === 'guides') return `/guides/${slug}`
  const isOwnPage = (kind === 'pages' || kind === 'earn_details') && typeof url === 'string'
  return isOwnPage && url.startsWith('/') ? url : (pages[kind] ?? '/')
}
