import { fillPlaceholders } from '@dineward/core/partner/placeholders.ts'
import { useSiteMap } from '../../lib/navigation/site-map.ts'
import { useApp } from '../../partner/partner-context.tsx'

interface FooterLink {
  readonly text: string
  readonly url: string
}

/** Omits links to pages that this partner does not have. */
export function useSiteLinks() {
  const { navbar, footer } = useApp().frame
  const fill = useFrameText()
  const siteMap = useSiteMap()
  const leadsSomewhere = ({ url }: { readonly url: string }) => !url.startsWith('/') || siteMap.hasPage(url)
  const filled = ({ text, url }: FooterLink) => ({ text: fill(text), url })
  return {
    main: navbar.filter(leadsSomewhere).map(({ text_desktop, text_mobile, url }) => ({
      text_desktop: fill(text_desktop),
      text_mobile: fill(text_mobile),
      url,
    })),
    footerPrimary: footer.primary_links.filter(leadsSomewhere).map(filled),
    footerSecondary: footer.secondary_links.filter(leadsSomewhere).map(filled),
  }
}

/** Content may use placeholders, as copy does (shell §3.7). */
export function useFrameText(): (text: string) => string {
  const { placeholders } = useApp().partner
  return text => fillPlaceholders(text, placeholders).text
}
