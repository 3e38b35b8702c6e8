import type { RawEntry } from './content.rules.ts'
import type { ContentKind } from './content-fields.ts'
import { accountContent } from './default-content/account-content.ts'
import { activationContent } from './default-content/activation-content.ts'
import { earnContent } from './default-content/earn-content.ts'
import { globalContent } from './default-content/global-content.ts'
import { homeContent } from './default-content/home-content.ts'
import { pagesContent } from './default-content/pages-content.ts'

/** A partner's folder replaces entries by slug. */
export const defaultContent: { readonly [K in ContentKind]?: readonly RawEntry[] } = {
  global: globalContent,
  pages: pagesContent,
  ...earnContent,
  ...homeContent,
  ...activationContent,
  ...accountContent,
}
