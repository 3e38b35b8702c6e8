import { useSiteMap } from '../../lib/site-map.ts'

const memberLinks = [
  { url: '/account/overview', copyKey: 'nav.member.overview' },
  { url: '/account/recent_activity', copyKey: 'nav.member.activity' },
  { url: '/account/reservations', copyKey: 'nav.member.reservations' },
  { url: '/account/favorites', copyKey: 'nav.member.favorites' },
  { url: '/account/manage_cards', copyKey: 'nav.member.cards' },
  { url: '/account/user_profile', copyKey: 'nav.member.profile' },
] as const

/** The account's pages, as far as there are any. */
export function useMemberLinks() {
  const siteMap = useSiteMap()
  return memberLinks.filter(link => siteMap.hasPage(link.url))
}
