import { useCopy } from '../../../partner/partner-context.tsx'
import { AppLink } from '../../../ui/app-link.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { CloseButton } from '../../../ui/dialog/close-button.tsx'
import { useSiteLinks } from '../site-links.ts'
import styles from './main-menu.module.css'
import { mainMenuId } from './main-menu-id.ts'
import type { MemberType } from './navigation.rules.ts'
import { SignOutLink } from './sign-out-link.tsx'
import { useNavigationOf } from './use-navigation-of.ts'

/**
 * The drawer has the order of shell §2.4. It is a popover, so that it works without script; with it `hold-focus.ts`
 * keeps the focus in it.
 */
export function MainMenu({ memberType }: { readonly memberType: MemberType | null }) {
  const copy = useCopy()
  const { main, footerPrimary, footerSecondary } = useSiteLinks()
  const { account, signOut } = useNavigationOf(memberType).drawer
  return (
    <div id={mainMenuId} popover="auto" className={styles.drawer}>
      <button
        type="button"
        className={styles.ground}
        popoverTarget={mainMenuId}
        popoverTargetAction="hide"
        tabIndex={-1}
        aria-hidden="true"
      />
      <div className={styles.panel}>
        <CloseButton className={styles.close} hides={mainMenuId} label={copy('nav.menu.close')} />
        <nav aria-label={copy('nav.menu.open')} className={styles.groups}>
          {account.length > 0 ? (
            <div className={styles.account}>
              {account.map(({ to, words }, index) => (
                <ButtonLink key={to} to={to} variant={index === 0 ? 'action' : 'quiet'} wide>
                  {copy(words)}
                </ButtonLink>
              ))}
            </div>
          ) : null}
          <ul className={styles.site}>
            {main.map(link => (
              <li key={link.url}>
                <AppLink to={link.url}>
                  <span className={styles.mobile}>{link.text_mobile}</span>
                  <span className={styles.desktop}>{link.text_desktop}</span>
                </AppLink>
              </li>
            ))}
          </ul>
          <SmallLinks links={footerPrimary} />
          <SmallLinks links={footerSecondary} />
          {signOut ? (
            <p className={styles.small}>
              <SignOutLink copyKey="nav.signOut" />
            </p>
          ) : null}
        </nav>
      </div>
    </div>
  )
}

function SmallLinks({ links }: { readonly links: readonly { text: string; url: string }[] }) {
  return links.length > 0 ? (
    <ul className={styles.small}>
      {links.map(link => (
        <li key={link.url}>
          <AppLink to={link.url}>{link.text}</AppLink>
        </li>
      ))}
    </ul>
  ) : null
}
