import type { Member } from '@dineward/core/members/members.contract.ts'
import { useLocation, useNavigation } from 'react-router'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { AuthLinks } from './auth-links.tsx'
import styles from './header.module.css'
import { MainMenu, mainMenuId } from './main-menu.tsx'
import { MemberMenu } from './member-menu.tsx'
import { useSiteLinks } from './site-links.ts'
import { useHiddenOnScroll } from './use-hidden-on-scroll.ts'

const joining = ['/join', '/add_card', '/card_added']

/** Sticky; out of the way while a small screen is read downwards (shell §2.3, §2.4). */
export function Header({ member }: { readonly member: Member | null }) {
  const copy = useCopy()
  const { pathname } = useLocation()
  const hidden = useHiddenOnScroll()
  const busy = useNavigation().state !== 'idle'
  const isJoining = joining.includes(pathname)
  return (
    <header className={styles.header} data-hidden={hidden}>
      <div className={styles.bar}>
        <Logo />
        {isJoining ? null : <SiteNavigation />}
        <div className={styles.end}>
          <SearchLink pathname={pathname} />
          {member?.memberType === 'EnrolledCardMember' && !isJoining ? (
            <MemberMenu member={member} />
          ) : (
            <AuthLinks member={member} isJoining={isJoining} />
          )}
          {isJoining ? null : (
            <button
              type="button"
              className={styles.icon}
              popoverTarget={mainMenuId}
              aria-label={copy('nav.menu.open')}
            >
              <Icon name="menu" />
            </button>
          )}
        </div>
      </div>
      {busy ? <div className={styles.progress} /> : null}
      {isJoining ? null : <MainMenu member={member} />}
    </header>
  )
}

function Logo() {
  const copy = useCopy()
  const { partner, logoUrl } = useApp()
  return (
    <AppLink to="/" className={styles.logo}>
      <img
        src={logoUrl}
        alt={copy('nav.home')}
        width={Math.round(partner.logo.width)}
        height={Math.round(partner.logo.height)}
      />
    </AppLink>
  )
}

function SiteNavigation() {
  const copy = useCopy()
  const { main } = useSiteLinks()
  const { pathname } = useLocation()
  return (
    <nav className={styles.site} aria-label={copy('nav.label')}>
      {main.map(link => (
        <AppLink
          key={link.url}
          className={styles.siteLink}
          to={link.url}
          aria-current={pathname === link.url ? 'page' : undefined}
        >
          {link.text_desktop}
        </AppLink>
      ))}
    </nav>
  )
}

/** On the search page it stands for where one is; the discover page has a search of its own. */
function SearchLink({ pathname }: { readonly pathname: string }) {
  const copy = useCopy()
  if (pathname.includes('/discover')) return null
  const icon = <Icon name="search" label={copy('nav.search')} />
  if (pathname === '/search')
    return (
      <button type="button" className={styles.icon} disabled aria-current="page">
        {icon}
      </button>
    )
  return (
    <AppLink className={styles.icon} to="/search">
      {icon}
    </AppLink>
  )
}
