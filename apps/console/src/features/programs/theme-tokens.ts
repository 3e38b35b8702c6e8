import type { Theme } from '@dineward/core/partner/theme.ts'
import { themeCss } from '@dineward/core/partner/theme-css.ts'

/** They are the custom properties of a theme, for a part of a page: what the site sets for the whole of it. */
export function themeTokens(theme: Theme): Record<string, string> {
  const declarations = themeCss(theme).slice(':root{'.length, -1).split(';')
  return Object.fromEntries(
    declarations.map(declaration => {
      const colon = declaration.indexOf(':')
      return [declaration.slice(0, colon), declaration.slice(colon + 1)]
    }),
  )
}
