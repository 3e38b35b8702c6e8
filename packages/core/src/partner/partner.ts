import { checkCopy, resolveCopy } from './copy.ts'
import type { Copy, CopyOverrides } from './default-copy.ts'
import type { Checked, Problem } from './problem.ts'
import { mergeSettings } from './settings/merge-settings.ts'
import type { PartnerSettings } from './settings/partner-settings.ts'
import { checkLogo, type Logo } from './theme/logo.ts'
import type { Theme } from './theme/theme.ts'
import { checkTheme } from './theme/theme-contrast.ts'

/** A partner's folder, not validated. */
export interface PartnerSource {
  readonly slug: string
  readonly settings: unknown
  readonly theme: unknown
  readonly copy: unknown
  readonly logo: string
  readonly logoMark: string
}

/** A partner is complete, valid and legible. */
export interface Partner {
  readonly slug: string
  readonly settings: PartnerSettings
  readonly theme: Theme
  readonly copy: Copy
  readonly copyOverrides: CopyOverrides
  readonly logo: Logo
  readonly logoMark: Logo
  /** Other overrides are merged into it. */
  readonly source: PartnerSource
}

/** Changeable while the product runs. */
export interface PartnerOverrides {
  readonly settings?: unknown
  /** It takes the place of the folder's; null keeps the folder's. */
  readonly theme?: unknown
  readonly copy?: Readonly<Record<string, unknown>>
}

export const partnerFiles = {
  settings: 'settings.json',
  theme: 'theme.json',
  copy: 'copy.json',
  logo: 'logo.svg',
  logoMark: 'logo-mark.svg',
} as const
export type PartnerFile = (typeof partnerFiles)[keyof typeof partnerFiles]

export interface PartnerProblem extends Problem {
  readonly file: PartnerFile
}

export type BuiltPartner =
  | { readonly ok: true; readonly partner: Partner }
  | { readonly ok: false; readonly problems: readonly PartnerProblem[] }

/** Each part is validated after the merge. */
export function buildPartner(source: PartnerSource, overrides: PartnerOverrides = {}): BuiltPartner {
  const problems: PartnerProblem[] = []
  const take = <T>(file: PartnerFile, checked: Checked<T>): T | undefined => {
    if (checked.ok) return checked.value
    problems.push(...checked.problems.map(problem => ({ file, ...problem })))
    return undefined
  }
  const settings = take(partnerFiles.settings, mergeSettings(source.settings, overrides.settings))
  const theme = take(partnerFiles.theme, checkTheme(overrides.theme ?? source.theme))
  const copyOverrides = take(partnerFiles.copy, checkCopy(withCopy(source.copy, overrides.copy)))
  const logo = take(partnerFiles.logo, checkLogo(source.logo))
  const logoMark = take(partnerFiles.logoMark, checkLogo(source.logoMark))
  if (!settings || !theme || !copyOverrides || !logo || !logoMark) return { ok: false, problems }
  const { slug } = source
  return {
    ok: true,
    partner: {
      slug,
      settings,
      theme,
      copy: resolveCopy(copyOverrides),
      copyOverrides,
      logo,
      logoMark,
      source,
    },
  }
}

function withCopy(folder: unknown, overrides: PartnerOverrides['copy']): unknown {
  return overrides && typeof folder === 'object' && folder !== null ? { ...folder, ...overrides } : folder
}

/** It is written "theme.json: colors.action — contrast 2.1:1 of …". */
export function problemSentence({ file, path, message }: PartnerProblem): string {
  return path ? `${file}: ${path} — ${message}` : `${file}: ${message}`
}
