import type { EffectInWords } from '@dineward/core/approvals/approvals.contract.ts'
import { bonusSettings, type ConsoleSetting } from '@dineward/core/console-programs/settings.contract.ts'
import type { BonusDefinition } from '@dineward/core/partner/bonus-definition.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { mergeSettings } from '@dineward/core/partner/settings/merge-settings.ts'
import {
  effectsOf,
  type SettingField,
  settingFields,
} from '@dineward/core/partner/settings/setting-fields.ts'
import { settingAt } from '@dineward/core/partner/settings/setting-path.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { AuditAction } from '@dineward/core/staff/audit-actions.ts'
import type { ConsoleContext, StaffContext } from '../../context.ts'
import type { MeasuredEffect } from '../approvals/approvals.service.ts'
import { linesOf } from '../approvals/effect-lines.rules.ts'
import { forecastBonus } from '../bonuses/bonuses.service.ts'
import { forecastLines } from '../budgets/forecast.service.ts'
import { OverridesRefused } from '../partner/partner-registry.service.ts'
import { setSetting, showOverrides, trySetting, unsetSetting } from '../partner/settings.service.ts'
import { versionOf } from '../partner/value-version.rules.ts'
import { type LastChange, lastChanges } from '../staff/audit.service.ts'
import { refuseLockOut } from './lock-out.service.ts'

export interface SettingInput {
  readonly path: string
  /** Undefined means that the folder's value applies again. */
  readonly value?: unknown
}

interface SavedSetting extends SettingInput {
  readonly version: string
  readonly reason: string
  readonly consoleHosts: readonly string[]
}

export const settingActions = ['setting.set', 'setting.unset'] as const satisfies readonly AuditAction[]

export async function readSettings(ctx: ConsoleContext, partner: Partner): Promise<ConsoleSetting[]> {
  const [{ settings: stored }, changes] = await Promise.all([
    showOverrides(ctx, partner),
    lastChanges(ctx, partner.slug, settingActions),
  ])
  const overridden = stored.map(({ path }) => path)
  return settingFields.map(field => describeValue(partner, field, overridden, changes))
}

async function readSetting(ctx: ConsoleContext, partner: Partner, path: string): Promise<ConsoleSetting> {
  const settings = await readSettings(ctx, partner)
  return settings.find(setting => setting.path === path)!
}

function describeValue(
  partner: Partner,
  field: SettingField,
  overridden: readonly string[],
  changes: ReadonlyMap<string, LastChange>,
): ConsoleSetting {
  const { path } = field
  const plain = mergeSettings(partner.source.settings)
  const value = settingAt(partner.settings, path) ?? null
  const touches = (other: string) =>
    other === path || other.startsWith(`${path}.`) || path.startsWith(`${other}.`)
  const latest = [...changes]
    .filter(([subject]) => touches(subject))
    .map(([, change]) => change)
    .toSorted((one, other) => one.at.localeCompare(other.at))
    .at(-1)
  return {
    ...field,
    choices: [...field.choices],
    value,
    otherwise: plain.ok ? (settingAt(plain.value, path) ?? null) : null,
    isOverridden: overridden.some(touches),
    version: versionOf(value),
    changed: latest ?? null,
  }
}

/** @throws `validation_failed`, in words. */
export async function checkSetting(ctx: ConsoleContext, partner: Partner, { path, value }: SettingInput) {
  const field = fieldAt(path)
  const after = await refusedInWords(path, () => trySetting(ctx, { partner, path: field.path, value }))
  const [before, next] = [settingAt(partner.settings, path), settingAt(after.settings, path)]
  const isChange = versionOf(before) !== versionOf(next)
  return { before, after: next, isChange, effects: isChange ? [...effectsOf(path, next)] : [] }
}

/** @throws `validation_failed` in words, `changed_meanwhile`. */
export async function saveSetting(
  ctx: ConsoleContext,
  partner: Partner,
  { path, value, version, reason, consoleHosts }: SavedSetting,
): Promise<ConsoleSetting> {
  fieldAt(path)
  const options = {
    reason,
    guard: async (before: Partner, after: Partner, db: ConsoleContext['db']) => {
      if (versionOf(settingAt(before.settings, path)) !== version) throw new AppError('changed_meanwhile')
      await refuseLockOut({ ...ctx, db }, { before, after, path, consoleHosts })
    },
  }
  await refusedInWords(path, () =>
    value === undefined
      ? unsetSetting(ctx, { partner, path }, options)
      : setSetting(ctx, { partner, path, value }, options),
  )
  return readSetting(ctx, ctx.partners.bySlug(partner.slug)!, path)
}

/**
 * Null for a setting that one person changes, and for no change.
 * @throws as `saveSetting`
 */
export async function measureSetting(
  ctx: ConsoleContext,
  partner: Partner,
  { path, value, version }: SettingInput & { readonly version: string },
): Promise<MeasuredEffect | null> {
  const { label, needsTwoPeople } = fieldAt(path)
  const { before, after, isChange, effects } = await checkSetting(ctx, partner, { path, value })
  if (versionOf(before) !== version) throw new AppError('changed_meanwhile')
  if (!needsTwoPeople || !isChange) return null
  return {
    partner: partner.slug,
    amount: amountOf(path, before, after),
    title: `Change “${label}”`,
    lines: [
      ...linesOfValues(partner, before, after),
      { label: 'What it does', before: null, after: effects.join(' ') },
    ],
    warnings: isReferral(path, after) && !budgetOf(after) ? ['It has no budget.'] : [],
  }
}

/** Of what members are promised its budget; null, above every limit, where it has none. */
function amountOf(path: string, before: unknown, after: unknown): number | null {
  if (path === 'bonuses') return budgetOfChanged(before, after)
  if (path === 'referral') return budgetOf(after)
  return bonusSettings.some(one => one === path) ? null : 1
}

const isReferral = (path: string, value: unknown): boolean => path === 'referral' && value !== null

const budgetOf = (referral: unknown): number | null =>
  (referral as Partner['settings']['referral'])?.budgetUnits ?? null

/** Of bonuses that are new or differ, what they would have cost. */
export async function foreseeSetting(
  ctx: StaffContext & Pick<ConsoleContext, 'partners'>,
  { path, value }: SettingInput,
): Promise<EffectInWords['lines']> {
  if (path !== 'bonuses') return []
  const after = await trySetting(ctx, { partner: ctx.partner, path, value })
  const changed = changedBonuses(ctx.partner.settings.bonuses, after.settings.bonuses)
  const lines: EffectInWords['lines'][] = []
  for (const bonus of changed) lines.push(forecastLines(ctx, await forecastBonus(ctx, bonus), bonus.code))
  return lines.flat()
}

function changedBonuses(before: unknown, after: unknown): readonly BonusDefinition[] {
  const known = new Set((before as BonusDefinition[]).map(versionOf))
  return (after as BonusDefinition[]).filter(bonus => !known.has(versionOf(bonus)))
}

/** Of the bonuses that are new or differ, together; null where one has no budget. */
function budgetOfChanged(before: unknown, after: unknown): number | null {
  const budgets = changedBonuses(before, after).map(({ budgetUnits }) => budgetUnits)
  return budgets.includes(null) ? null : budgets.reduce<number>((sum, units) => sum + (units ?? 0), 0)
}

/** Bonuses by their codes, what has fields by these, other values as a whole. */
function linesOfValues(partner: Partner, before: unknown, after: unknown): MeasuredEffect['lines'] {
  if (hasFields(before) || hasFields(after))
    return linesOf(partner, before as object | null, (after ?? {}) as object)
  if (!isCoded(before) || !isCoded(after)) return linesOf(partner, { value: before }, { value: after })
  const codes = [...new Set([...before, ...after].map(({ code }) => code))]
  return codes.flatMap(code => {
    const [old, now] = [before, after].map(list => list.find(one => one.code === code))
    return linesOf(partner, old ?? null, now ?? {}).map(line => ({
      ...line,
      label: `${code}: ${line.label}`,
    }))
  })
}

const hasFields = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isCoded = (value: unknown): value is readonly { readonly code: string }[] =>
  Array.isArray(value) && value.every(one => typeof one?.code === 'string')

function fieldAt(path: string): SettingField {
  const field = settingFields.find(one => one.path === path)
  if (field) return field
  throw new AppError('validation_failed', {
    fieldErrors: [{ field: 'path', message: `There is no setting "${path.slice(0, 100)}".` }],
  })
}

/** Names the field of the value where the problem is inside of it. */
export async function refusedInWords<T>(subject: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof OverridesRefused)) throw error
    const fieldErrors = error.problems.map(({ path, message }) => ({
      field: path.startsWith(subject) ? `value${path.slice(subject.length)}` : path,
      message,
    }))
    throw new AppError('validation_failed', { fieldErrors, cause: error })
  }
}
