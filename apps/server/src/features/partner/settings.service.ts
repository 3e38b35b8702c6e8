import { reachesBack } from '@dineward/core/partner/bonus-definition.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { mergeSettings, withOverrides } from '@dineward/core/partner/settings/merge-settings.ts'
import {
  settingAt,
  settingsIn,
  withoutSetting,
  withSetting,
} from '@dineward/core/partner/settings/setting-path.ts'
import type { AuditAction } from '@dineward/core/staff/audit-actions.ts'
import { changeLastDays } from '../bonuses/bonuses.service.ts'
import { changeBudgets } from '../budgets/budgets.service.ts'
import { type AuditContext, recordAudit } from '../staff/audit.service.ts'
import {
  cacheOverrides,
  type Overrides,
  overridesOf,
  type StoredSettings,
  saveOverrides,
} from './partner-overrides.repository.ts'
import { OverridesRefused, type PartnerRegistry } from './partner-registry.service.ts'
import { insertChangedRates, insertFirstRates } from './rate-versions.repository.ts'

export interface SettingsContext extends AuditContext {
  readonly partners: PartnerRegistry
}

export interface OverriddenSetting {
  readonly path: string
  readonly value: unknown
  readonly otherwise: unknown
}

/** An undefined `value` means that the folder's value applies again. */
export interface SettingChange {
  readonly partner: Partner
  readonly path: string
  readonly value: unknown
}

export interface ChangeOptions {
  readonly reason?: string
  /** With what is stored now and what would be, in the transaction: throws to refuse. */
  readonly guard?: (before: Partner, after: Partner, trx: AuditContext['db']) => void | Promise<void>
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

/** The partner's folder with what is stored over it. */
export async function mergedSettings(
  { db }: Pick<AuditContext, 'db'>,
  { slug, source }: Partner,
): Promise<unknown> {
  const stored = await overridesOf(db, slug)
  return withOverrides(source.settings, stored?.settings ?? {})
}

/** @throws, in words, for an invalid value. In force in this process at once. */
export async function setSetting(
  ctx: SettingsContext,
  { partner, path, value }: SettingChange,
  options: ChangeOptions = {},
): Promise<void> {
  const entry = { action: 'setting.set', subject: path, ...options } as const
  const guard: ChangeOptions['guard'] = async (before, after, trx) => {
    refuseBonusesThatReachBack(before, after)
    await options.guard?.(before, after, trx)
  }
  await changeOverrides(ctx, partner, { ...entry, guard }, stored => changed(stored, path, value))
}

/** @throws when it was not overridden, or when other settings need it. */
export async function unsetSetting(
  ctx: SettingsContext,
  { partner, path }: Omit<SettingChange, 'value'>,
  options: ChangeOptions = {},
): Promise<void> {
  const action = { action: 'setting.unset', subject: path } as const
  await changeOverrides(ctx, partner, { ...action, ...options }, stored => changed(stored, path, undefined))
}

/** What would be in force, without saving it. @throws as `setSetting` and `unsetSetting` do. */
export async function trySetting(
  { db, partners }: Pick<SettingsContext, 'db' | 'partners'>,
  { partner, path, value }: SettingChange,
): Promise<Partner> {
  const stored = (await overridesOf(db, partner.slug)) ?? { settings: {}, theme: null }
  const after = partners.checkOverrides(partner.slug, changed(stored, path, value).overrides)
  if (value !== undefined) refuseBonusesThatReachBack(partner, after)
  return after
}

/** One that is there already stays: members may have earned it. */
function refuseBonusesThatReachBack(before: Partner, after: Partner): void {
  const known = new Set(before.settings.bonuses.filter(reachesBack).map(({ code }) => code))
  const message = 'is needed without registration: without a first day all dines since members joined count'
  const problems = after.settings.bonuses.flatMap((bonus, index) =>
    reachesBack(bonus) && !known.has(bonus.code) ? [{ path: `bonuses.${index}.from`, message }] : [],
  )
  if (problems.length === 0) return
  throw new OverridesRefused(
    problems,
    problems.map(({ path }) => `"${path}" ${message}.`),
  )
}

/** @param theme null: the folder's again. @throws in words for one that cannot be read. */
export function setTheme(
  ctx: SettingsContext,
  { partner, theme }: { readonly partner: Partner; readonly theme: StoredSettings | null },
  options: ChangeOptions = {},
): Promise<Partner> {
  return changeOverrides(ctx, partner, { action: 'theme.set', subject: 'theme', ...options }, stored => ({
    overrides: { ...stored, theme },
    before: stored.theme ?? undefined,
    after: theme ?? undefined,
  }))
}

interface Changed {
  readonly overrides: Overrides
  readonly before: unknown
  readonly after: unknown
}

function changed(stored: Overrides, path: string, value: unknown): Changed {
  const settings =
    value === undefined ? withoutPath(stored.settings, path) : withPath(stored.settings, path, value)
  return {
    overrides: { ...stored, settings },
    before: settingAt(stored.settings, path),
    after: settingAt(settings, path),
  }
}

function withPath(settings: StoredSettings, path: string, value: unknown): StoredSettings {
  const set = withSetting(settings, path, value)
  if (set.ok) return set.value
  throw new OverridesRefused(
    set.problems,
    set.problems.map(problem => `"${problem.path}" ${problem.message}.`),
  )
}

function withoutPath(settings: StoredSettings, path: string): StoredSettings {
  const left = withoutSetting(settings, path)
  if (left) return left
  const message = 'is not overridden'
  throw new OverridesRefused([{ path, message }], [`"${path}" ${message}.`])
}

async function changeOverrides(
  ctx: SettingsContext,
  partner: Partner,
  entry: ChangeOptions & { readonly action: AuditAction; readonly subject: string },
  change: (stored: Overrides) => Changed,
): Promise<Partner> {
  const { db, clock, partners } = ctx
  const { guard, ...audited } = entry
  const { slug } = partner
  const overrides = await db.transaction().execute(async trx => {
    const updatedAt = clock.now()
    const stored = await cacheOverrides(trx, slug, updatedAt)
    const { overrides, ...values } = change(stored)
    const changedPartner = partners.checkOverrides(slug, overrides)
    const before = activePartner(partners, slug, stored)
    await guard?.(before, changedPartner, trx)
    await changeLastDays(trx, { before, after: changedPartner, now: updatedAt })
    await changeBudgets(trx, { before, after: changedPartner })
    await insertFirstRates(trx, { partner, now: updatedAt })
    await insertChangedRates(trx, { partner: changedPartner, now: updatedAt, cause: 'setting' })
    await saveOverrides(trx, slug, { ...overrides, updatedAt })
    await recordAudit({ ...ctx, db: trx }, { ...audited, partnerId: slug, ...values })
    return overrides
  })
  return partners.applyOverrides(slug, overrides)
}

/** What is stored; where it is invalid, what is in force instead. */
function activePartner(partners: PartnerRegistry, slug: string, stored: Overrides): Partner {
  try {
    return partners.checkOverrides(slug, stored)
  } catch {
    return partners.bySlug(slug)!
  }
}
