import type { Partner } from './partner.ts'
import { type PartnerPlaceholder, partnerPlaceholders } from './partner-placeholders.ts'
import {
  audiences,
  type BrowserAudience,
  type SeenValue,
  seenTree,
  valuesIn,
} from './settings/define-setting.ts'
import { settingTree } from './settings/partner-settings.ts'

/** What every visitor's browser may know of the settings. */
export type BrowserSettings = SeenValue<typeof settingTree, BrowserAudience>

export interface BrowserPartner {
  readonly slug: string
  readonly settings: BrowserSettings
  readonly placeholders: Readonly<Record<PartnerPlaceholder, string>>
  /** Reserves the logo's room. */
  readonly logo: { readonly width: number; readonly height: number }
  /** For the browser's own frame. */
  readonly themeColor: string
  readonly scheme: 'light' | 'dark'
}

const browserTree = seenTree(
  settingTree,
  audiences.filter(audience => audience !== 'server'),
)

export function toBrowserPartner(partner: Partner, now: Date): BrowserPartner {
  const { settings, theme, logo } = partner
  return {
    slug: partner.slug,
    settings: valuesIn(browserTree, settings) as BrowserSettings,
    placeholders: partnerPlaceholders(partner, partner.copy['login.staySignedIn'], now),
    logo: { width: logo.width, height: logo.height },
    themeColor: theme.colors.header,
    scheme: theme.scheme,
  }
}
