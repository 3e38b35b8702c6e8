import type { ThemeAnswer } from '@dineward/core/console-programs/programs.contract.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import type { Theme } from '@dineward/core/partner/theme/theme.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { ConsoleContext } from '../../context.ts'
import { displayFaces, faceOf } from '../partner/display-faces.service.ts'
import { setTheme } from '../partner/settings.service.ts'
import { versionOf } from '../partner/value-version.rules.ts'
import { lastChanges } from '../staff/audit.service.ts'
import { refusedInWords } from './console-settings.service.ts'

export async function readTheme(ctx: ConsoleContext, partner: Partner): Promise<ThemeAnswer> {
  const changes = await lastChanges(ctx, partner.slug, ['theme.set'])
  return {
    theme: partner.theme,
    isOverridden: versionOf(partner.theme) !== versionOf(partner.source.theme),
    version: versionOf(partner.theme),
    changed: changes.get('theme') ?? null,
    faces: displayFaces(ctx.partners).map(({ of, display }) => ({ of, display: { ...display } })),
  }
}

/** @throws `validation_failed` in words: a shape or color that is none, or a pair that cannot be read. */
export async function saveTheme(
  ctx: ConsoleContext,
  partner: Partner,
  input: {
    readonly theme: Readonly<Record<string, unknown>> | null
    readonly version: string
    readonly reason: string
  },
): Promise<ThemeAnswer> {
  const { theme, version, reason } = input
  const guard = (before: Partner, after: Partner) => {
    if (versionOf(before.theme) !== version) throw new AppError('changed_meanwhile')
    refuseUnknownFace(ctx, after.theme)
  }
  const saved = await refusedInWords('theme', () => setTheme(ctx, { partner, theme }, { reason, guard }))
  return readTheme(ctx, saved)
}

function refuseUnknownFace({ partners }: ConsoleContext, theme: Theme): void {
  if (faceOf(partners, theme)) return
  const message = `The build has no file of ${theme.display.family}. Choose one of the faces of the list.`
  throw new AppError('validation_failed', { fieldErrors: [{ field: 'display', message }] })
}
