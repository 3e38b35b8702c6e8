import type { NewProgram } from '@dineward/core/console-programs/new-program.contract.ts'
import type { ProgramSummary } from '@dineward/core/console-programs/programs.contract.ts'
import { contentKinds } from '@dineward/core/content/content-fields.ts'
import { defaultContent } from '@dineward/core/content/default-content.ts'
import type { PartnerContent } from '@dineward/core/content/frame-content.ts'
import { newPartnerSource } from '@dineward/core/partner/new-partner-source.ts'
import { partnerFiles } from '@dineward/core/partner/partner.ts'
import { AppError, type FieldError } from '@dineward/core/shared/errors.ts'
import type { ConsoleContext, StaffContext } from '../../context.ts'
import { readEntries } from '../content/content-entries.rules.ts'
import type { ContentStore } from '../content/content-store.service.ts'
import { OverridesRefused } from '../partner/partner-registry.service.ts'
import { mergedSettings } from '../partner/settings.service.ts'
import { createStoredPartner } from '../partner/stored-partners.service.ts'
import { versionOf } from '../partner/value-version.rules.ts'
import { summaryOf } from './console-programs.service.ts'

/** @throws `validation_failed`, naming the wizard's fields. */
export async function createProgram(
  ctx: ConsoleContext,
  input: NewProgram,
  consoleHosts: readonly string[],
): Promise<ProgramSummary> {
  const model = ctx.partners.bySlug(input.startFrom)
  if (!model) throw refused([{ field: 'startFrom', message: 'is not a program' }])
  const isConsoles = (host: string) => consoleHosts.some(one => one === host || one.split('.')[0] === host)
  if (isConsoles(input.slug)) throw refused([{ field: 'slug', message: 'is the console’s address' }])
  const host = input.hostNames.find(isConsoles)
  if (host) throw refused([{ field: 'hostNames', message: `${host} is the console’s` }])
  try {
    const partner = await createStoredPartner(ctx, newPartnerSource(input, model), input.reason)
    return summaryOf(ctx.partners, partner, true)
  } catch (error) {
    if (!(error instanceof OverridesRefused)) throw error
    throw refused(error.problems.map(({ path, message }) => ({ field: fieldOf(path), message })))
  }
}

const refused = (fieldErrors: readonly FieldError[]) => new AppError('validation_failed', { fieldErrors })

/** This names the wizard's field; where the folder calls it the same, it is that name. */
function fieldOf(path: string): string {
  if (path.startsWith('rewards')) return 'earnRates'
  if (path.startsWith('customerSupport.phone')) return 'supportPhone'
  if (path.startsWith('customerSupport.email')) return 'supportEmail'
  if (path === 'home.promise' || path === 'home.documentTitle') return 'promise'
  if (path === 'home.promise.text') return 'promiseText'
  // An empty path is an error of one of the two drawings.
  return path === '' ? 'logo' : path
}

interface ExportedFile {
  readonly path: string
  readonly text: string
}

/** With what was changed over it, as it would ship in the next release. */
export async function exportProgram(ctx: StaffContext, content: ContentStore): Promise<ExportedFile[]> {
  const { partner } = ctx
  const folder = {
    [partnerFiles.settings]: json(await mergedSettings(ctx, partner)),
    [partnerFiles.theme]: json(partner.theme),
    [partnerFiles.copy]: json(partner.copyOverrides),
    [partnerFiles.logo]: partner.logo.svg,
    [partnerFiles.logoMark]: partner.logoMark.svg,
    ...contentFilesOf(await content.contentOf(partner)),
  } satisfies Record<string, string>
  return Object.entries(folder).map(([path, text]) => ({ path: `${partner.slug}/${path}`, text }))
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** What differs from the product's content: entries of its own, and those that it drops. */
function contentFilesOf(content: PartnerContent): Record<string, string> {
  return Object.fromEntries(
    contentKinds.flatMap(kind => {
      const shipped = readEntries(kind, defaultContent[kind] ?? [], { preview: false }).entries
      const version = new Map(shipped.map(({ slug, fields }) => [slug, versionOf(fields)]))
      const own = content[kind]
        .filter(({ slug, fields }) => version.get(slug) !== versionOf(fields))
        .map(({ slug, fields }) => ({ slug, fields: fields as unknown }))
      const dropped = shipped
        .filter(({ slug }) => !content[kind].some(entry => entry.slug === slug))
        .map(({ slug }) => ({ slug, fields: null }))
      const entries = [...own, ...dropped]
      return entries.length > 0 ? [[`content/${kind}.json`, json(entries)]] : []
    }),
  )
}
