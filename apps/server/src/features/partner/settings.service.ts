import { mergeSettings } from '@dineward/core/partner/merge-settings.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { settingAt, settingsIn, withoutSetting, withSetting } from '@dineward/core/partner/setting-path.ts'
import { type AuditContext, recordAudit } from '../staff/audit.service.ts'
import {
  holdOverrides,
  overridesOf,
  type StoredSettings,
  saveOverrides,
} from './partner-overrides.repository.ts'
import type { PartnerRegistry } from './partner-registry.service.ts'

interface SettingsContext extends AuditContext {
  readonly partners: PartnerRegistry
}

export interface OverriddenSetting {
  readonly path: string
  readonly value: unknown
  readonly otherwise: unknown
}

export async function showOverrides(
  { db }: Pick<AuditContext, 'db'>,
  partner: Partner,
): Promise<{ readonly settings: OverriddenSetting[]; readonly updatedAt: Date | null }> {
  const stored = await overridesOf(db, partner.slug)
  const plain = mergeSettings(partner.source.settings)
  const settings = settingsIn(stored?.settings ?? {}).map(([path, value]) => ({
    path,
    value,
    otherwise: plain.ok ? settingAt(plain.value, path) : undefined,
  }))
  return { settings, updatedAt: stored?.updatedAt ?? null }
}

/** @throws, in words, for an invalid value. In force in this process at once. */
export function setSetting(
  ctx: SettingsContext,
  { partner, path, value }: { readonly partner: Partner; readonly path: string; readonly value: unknown },
): Promise<void> {
  return changeOverrides(ctx, partner, { action: 'setting.set', path }, before => {
    const changed = withSetting(before, path, value)
    if (changed.ok) return changed.value
    throw new Error(changed.problems.map(problem => `"${problem.path}" ${problem.message}.`).join('\n'))
  })
}

/** @throws when it was not overridden, or when other settings need it. */
export function unsetSetting(
  ctx: SettingsContext,
  { partner, path }: { readonly partner: Partner; readonly path: string },
): Promise<void> {
  return changeOverrides(ctx, partner, { action: 'setting.unset', path }, before => {
    const changed = withoutSetting(before, path)
    if (changed) return changed
    throw new Error(`"${path}" is not overridden.`)
  })
}

async function changeOverrides(
  ctx: SettingsContext,
  { slug }: Partner,
  { action, path }: { readonly action: 'setting.set' | 'setting.unset'; readonly path: string },
  change: (before: StoredSettings) => StoredSettings,
): Promise<void> {
  const { db, clock, partners } = ctx
  const settings = await db.transaction().execute(async trx => {
    const updatedAt = clock.now()
    const stored = await holdOverrides(trx, slug, updatedAt)
    const changed = change(stored)
    partners.checkOverrides(slug, { settings: changed })
    await saveOverrides(trx, slug, { settings: changed, updatedAt })
    const [before, after] = [settingAt(stored, path), settingAt(changed, path)]
    await recordAudit({ ...ctx, db: trx }, { action, subject: path, partnerId: slug, before, after })
    return changed
  })
  partners.applyOverrides(slug, { settings })
}
