import { Link, type LinkProps } from 'react-router'
import { useSiteMap } from '../lib/site-map.ts'

export interface AppLinkProps extends Omit<LinkProps, 'to'> {
  /** A path of this site, or the address of something elsewhere: `https:`, `tel:`, `mailto:`. */
  readonly to: string
}

/**
 * Every link of the product. Pages where a card is entered are always loaded as documents of their own, since only
 * those documents may hold the card frame; other sites are told apart from ours.
 */
export function AppLink({ to, reloadDocument = false, ...rest }: AppLinkProps) {
  const siteMap = useSiteMap()
  if (/^[a-z]+:/.test(to)) {
    const rel = to.startsWith('http') ? 'external noopener' : undefined
    return <Link {...rest} discover="none" to={to} rel={rel} reloadDocument />
  }
  return <Link {...rest} discover="none" to={to} reloadDocument={reloadDocument || siteMap.entersCard(to)} />
}
