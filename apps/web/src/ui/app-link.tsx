import type { SyntheticEvent } from 'react'
import { Link, type LinkProps } from 'react-router'
import { fetchAhead } from '../lib/fetch-ahead.ts'
import { useSiteMap } from '../lib/site-map.ts'
import { useApp } from '../partner/partner-context.tsx'

export interface AppLinkProps extends Omit<LinkProps, 'to'> {
  /** A path of this site, or the address of something elsewhere: `https:`, `tel:`, `mailto:`. */
  readonly to: string
}

/**
 * Every link of the product. Pages where a card is entered are always loaded as documents of their own, since only
 * those documents may hold the card frame; other sites are told apart from ours. A pointer that comes over it, a finger
 * that presses it or the focus asks for the page before it is gone to.
 */
export function AppLink({ to, reloadDocument = false, ...rest }: AppLinkProps) {
  const siteMap = useSiteMap()
  const app = useApp()
  if (/^[a-z]+:/.test(to)) {
    const rel = to.startsWith('http') ? 'external noopener' : undefined
    return <Link {...rest} discover="none" to={to} rel={rel} reloadDocument />
  }
  const isDocument = reloadDocument || siteMap.entersCard(to)
  const ahead = () => {
    if (!isDocument && to.startsWith('/')) fetchAhead(to, siteMap.routesAt(to), app)
  }
  return (
    <Link
      {...rest}
      discover="none"
      to={to}
      reloadDocument={isDocument}
      onPointerEnter={both(rest.onPointerEnter, ahead)}
      onPointerDown={both(rest.onPointerDown, ahead)}
      onFocus={both(rest.onFocus, ahead)}
    />
  )
}

function both<Event extends SyntheticEvent>(own: ((event: Event) => void) | undefined, also: () => void) {
  return (event: Event) => {
    own?.(event)
    also()
  }
}
