import { useSiteMap } from '../../lib/site-map.ts'
import { useApp } from '../../partner/partner-context.tsx'

/** The partner's links, without those to pages that this partner does not have. */
export function useSiteLinks() {
  const { navbar, footer } = useApp().frame
  const siteMap = useSiteMap()
  const leadsSomewhere = ({ url }: { readonly url: string }) => !url.startsWith('/') || siteMap.hasPage(url)
  return {
    main: navbar.filter(leadsSomewhere),
    footerPrimary: footer.primary_links.filter(leadsSomewhere),
    footerSecondary: footer.secondary_links.filter(leadsSomewhere),
  }
}
