import type { Member } from '@dineward/core/members/members.contract.ts'
import { useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { deferred } from '../../../lib/deferred/deferred.tsx'
import { useApp, useCopy } from '../../../partner/partner-context.tsx'
import { AppLink } from '../../../ui/app-link.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { holdFocus } from '../hold-focus.ts'
import { useSiteLinks } from '../site-links.ts'
import authLinksStyles from './auth-links.module.css'
import styles from './header.module.css'
import { mainMenuId } from './main-menu-id.ts'
import type { Navigation } from './navigation.rules.ts'
import { SignOutLink } from './sign-out-link.tsx'
import { useNavigationOf } from './use-navigation-of.ts'

const MainMenu = deferred(
  () => import('./main-menu.tsx'),
  module => module.MainMenu,
)
const MemberMenu = deferred(
  () => import('./member-menu.tsx'),
  module => module.MemberMenu,
)

/** It is sticky, and hidden while a small screen scrolls down (shell §2.3, §2.4). */
export function Header({ member }: { readonly member: Member | null }) {
  const copy = useCopy()
  const hidden = useHiddenOnScroll()
  const busy = useNavigation().state !== 'idle'
  const navigation = useNavigationOf(member?.memberType ?? null)
  return (
    <header className={styles.header} data-hidden={hidden}>
      <div className={styles.bar}>
        <Logo />
        {navigation.mainMenu ? <SiteNavigation /> : null}
        <div className={styles.end}>
          <SearchLink state={navigation.search} />
          {member && navigation.memberMenu ? <MemberMenu member={member} /> : <AuthLinks of={navigation} />}
          {navigation.mainMenu ? (
            <button
              type="button"
              className={styles.icon}
              popoverTarget={mainMenuId}
              aria-label={copy('nav.menu.open')}
            >
              <Icon name="menu" />
            </button>
          ) : null}
        </div>
      </div>
      {busy ? <div className={styles.progress} /> : null}
      {navigation.mainMenu ? (
        <>
          <MainMenu memberType={member?.memberType ?? null} />
          <MainMenuFocus />
        </>
      ) : null}
    </header>
  )
}

/** Beside the menu, which is hydrated later. */
function MainMenuFocus() {
  useEffect(() => holdFocus(mainMenuId), [])
  return null
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

/** It marks the search page as current. */
function SearchLink({ state }: { readonly state: Navigation['search'] }) {
  const copy = useCopy()
  if (state === 'hidden') return null
  const icon = <Icon name="search" label={copy('nav.search')} />
  return state === 'current' ? (
    <button type="button" className={styles.icon} disabled aria-current="page">
      {icon}
    </button>
  ) : (
    <AppLink className={styles.icon} to="/search">
      {icon}
    </AppLink>
  )
}

/** Sign-in, join and sign-out links for visitors without the member menu (shell §2.4). Empty without enrollment. */
function AuthLinks({ of }: { readonly of: Navigation }) {
  const copy = useCopy()
  const { signOut, signIn, alreadyMember, join } = of
  return (
    <>
      {signOut ? (
        <SignOutLink className={`${authLinksStyles.signOut} ${classOf(signOut)}`} copyKey={signOut.words} />
      ) : null}
      {alreadyMember ? <p className={authLinksStyles.already}>{copy('nav.alreadyMember')}</p> : null}
      {signIn ? (
        <AppLink className={classOf(signIn)} to={signIn.to}>
          {copy(signIn.words)}
        </AppLink>
      ) : null}
      {join ? (
        <ButtonLink className={authLinksStyles.join} to={join.to} size="small">
          {copy(join.words)}
        </ButtonLink>
      ) : null}
    </>
  )
}

const classOf = ({ wideOnly }: { readonly wideOnly: boolean }) =>
  wideOnly ? `${authLinksStyles.link} ${authLinksStyles.nav} ${authLinksStyles.wide}` : authLinksStyles.link

/** Ignore smaller movements, in px. */
const jitter = 8
/** Always visible this close to the top, in px. */
const nearTop = 80

/** True while scrolling down, false from the first move up. */
function useHiddenOnScroll(): boolean {
  const [hidden, setHidden] = useState(false)
  useEffect(() => {
    let last = scrollY
    function follow() {
      const moved = scrollY - last
      if (Math.abs(moved) < jitter) return
      last = scrollY
      setHidden(moved > 0 && scrollY > nearTop)
    }
    addEventListener('scroll', follow, { passive: true })
    return () => removeEventListener('scroll', follow)
  }, [])
  return hidden
}
