import { useSiteMap } from '../../lib/site-map.ts'
import { usePartner } from '../../partner/partner-context.tsx'

/** The partner's links, without those to pages that this partner does not have. */
export function useSiteLinks() {
  const { navigation } = usePartner().settings
  const siteMap = useSiteMap()
  const leadsSomewhere = ({ url }: { readonly url: string }) => !url.startsWith('/') || siteMap.hasPage(url)
  return {
    main: navigation.main.filter(leadsSomewhere),
    footerPrimary: navigation.footerPrimary.filter(leadsSomewhere),
    footerSecondary: navigation.footerSecondary.filter(leadsSomewhere),
  }
}
