import type { ProgramSummary } from '@dineward/core/console-programs/programs.contract.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import type { AuditAction } from '@dineward/core/staff/audit-actions.ts'
import type { ConsoleContext } from '../../context.ts'
import type { PartnerRegistry } from '../partner/partner-registry.service.ts'
import { listStoredPartners } from '../partner/stored-partners.service.ts'
import { listChanges } from '../staff/audit.service.ts'
import { offerActions } from './console-offers.service.ts'
import { settingActions } from './console-settings.service.ts'

export async function listPrograms(ctx: ConsoleContext): Promise<ProgramSummary[]> {
  const slugs = ctx.allowed.map(({ slug }) => slug)
  const stored = new Set(await listStoredPartners(ctx.db, slugs))
  return ctx.allowed.map(partner => summaryOf(ctx.partners, partner, stored.has(partner.slug)))
}

export function summaryOf(partners: PartnerRegistry, partner: Partner, isStored: boolean): ProgramSummary {
  const { slug, settings } = partner
  return {
    slug,
    name: settings.name,
    programName: settings.programName,
    site: partners.siteOf(partner),
    enrollmentType: settings.enrollmentType,
    currencyType: settings.currencyType,
    maintenance: maintenanceOf(partner),
    isStored,
    bonuses: settings.bonuses.length,
  }
}

function maintenanceOf({ settings: { maintenance } }: Partner): ProgramSummary['maintenance'] {
  if (maintenance.everywhere) return 'everywhere'
  return maintenance.paths.length > 0 ? 'pages' : 'off'
}

const actions: readonly AuditAction[] = [
  ...settingActions,
  ...offerActions,
  'theme.set',
  'content.draft',
  'content.discard',
  'content.publish',
  'media.add',
  'media.change',
  'media.replace',
  'media.remove',
  'partner.create',
]

export const listProgramChanges = (
  ctx: ConsoleContext,
  { slug }: Partner,
  page: { readonly subject?: string | undefined; readonly after?: string | undefined },
) => listChanges(ctx, { partnerId: slug, actions, ...page })
