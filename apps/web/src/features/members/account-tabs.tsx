import { useLocation, useNavigation } from 'react-router'
import { useSiteMap } from '../../lib/navigation/site-map.ts'
import { useCopy } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import styles from './account-tabs.module.css'

const allTabs = [
  { to: '/account/overview', copy: 'account.tab.overview' },
  { to: '/account/recent_activity', copy: 'account.tab.activity' },
  { to: '/account/reservations', copy: 'account.tab.reservations' },
  { to: '/account/favorites', copy: 'account.tab.favorites' },
  { to: '/account/manage_cards', copy: 'account.tab.cards' },
  { to: '/account/user_profile', copy: 'account.tab.profile' },
] as const

/** A tab leads on to these pages. */
function tabOf(path: string): string {
  if (/^\/account\/(claims?|review)$/.test(path)) return '/account/recent_activity'
  return path.startsWith('/account/lists/') ? '/account/favorites' : path
}

/** A pressed tab is marked at once (account §2). */
export function AccountTabs() {
  const copy = useCopy()
  const siteMap = useSiteMap()
  const tabs = allTabs.filter(tab => siteMap.hasPage(tab.to))
  const here = useLocation().pathname
  const next = useNavigation().location?.pathname ?? here
  const marked = tabOf(tabs.some(tab => tab.to === next) ? next : here)
  return (
    <nav className={styles.tabs} aria-label={copy('account.tabs')}>
      <ul className={styles.list}>
        {tabs.map(tab => (
          <li key={tab.to}>
            <AppLink
              className={`${styles.tab} ${tab.to === marked ? styles.marked : ''}`}
              to={tab.to}
              aria-current={tab.to === here ? 'page' : tab.to === tabOf(here) || undefined}
            >
              {copy(tab.copy).replace(' & ', '\u00a0& ')}
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
