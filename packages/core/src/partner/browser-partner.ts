import type { Partner } from './partner.ts'
import { type PartnerPlaceholder, partnerPlaceholders } from './partner-placeholders.ts'
import { rateDependsOnEmails } from './partner-questions.ts'
import {
  audiences,
  type BrowserAudience,
  type SeenValue,
  seenTree,
  valuesIn,
} from './settings/define-setting.ts'
import { settingTree } from './settings/partner-settings.ts'
import type { Theme } from './theme/theme.ts'

/** What every visitor's browser may know of the settings. */
export type BrowserSettings = SeenValue<typeof settingTree, BrowserAudience>

export interface BrowserPartner {
  readonly slug: string
  readonly settings: BrowserSettings
  readonly placeholders: Readonly<Record<PartnerPlaceholder, string>>
  /** The rates themselves are not the browser's to know. */
  readonly rateDependsOnEmails: boolean
  /** Reserves the logo's room. */
  readonly logo: { readonly width: number; readonly height: number }
  /** For the browser's own frame. */
  readonly themeColor: string
  readonly scheme: Theme['scheme']
  readonly layout: Theme['layout']
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
    rateDependsOnEmails: rateDependsOnEmails(partner),
    logo: { width: logo.width, height: logo.height },
    themeColor: theme.colors.header,
    scheme: theme.scheme,
    layout: theme.layout,
  }
}
