import type { Member } from '@dineward/core/members/members.contract.ts'
import { canSelfEnroll, signInPath } from '@dineward/core/partner/partner-questions.ts'
import { joinPath } from '../../lib/join-path.ts'
import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { CloseButton } from '../../ui/close-button.tsx'
import { closeAfterLink } from './close-after-link.ts'
import styles from './main-menu.module.css'
import { SignOutLink } from './sign-out-link.tsx'
import { useSiteLinks } from './site-links.ts'

export const mainMenuId = 'main-menu'

/** The drawer, in the order of shell §2.4: account, site, footer links, sign out. A popover, so it needs no script. */
export function MainMenu({ member }: { readonly member: Member | null }) {
  const copy = useCopy()
  const { main, footerPrimary, footerSecondary } = useSiteLinks()
  const above = new Set(main.map(link => link.url))
  const small = [...footerPrimary.filter(link => !above.has(link.url)), ...footerSecondary]
  return (
    <div id={mainMenuId} popover="auto" className={styles.drawer} ref={closeAfterLink}>
      <CloseButton className={styles.close} hides={mainMenuId} label={copy('nav.menu.close')} />
      <nav aria-label={copy('nav.menu.open')} className={styles.groups}>
        <AccountGroup member={member} />
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
        <ul className={styles.small}>
          {small.map(link => (
            <li key={link.url}>
              <AppLink to={link.url}>{link.text}</AppLink>
            </li>
          ))}
          {member ? (
            <li>
              <SignOutLink copyKey="nav.signOut" />
            </li>
          ) : null}
        </ul>
      </nav>
    </div>
  )
}

function AccountGroup({ member }: { readonly member: Member | null }) {
  const copy = useCopy()
  const partner = usePartner()
  const join = joinPath(partner, member)
  const signIn = signInPath(partner)
  if (join === null || signIn === null) return null
  if (member && member.memberType !== 'NonCardMember')
    return (
      <ButtonLink to="/account/overview" wide>
        {copy('nav.account')}
      </ButtonLink>
    )
  const direct = canSelfEnroll(partner)
  return (
    <div className={styles.account}>
      <ButtonLink to={join} wide>
        {copy(direct || member ? 'nav.join' : 'nav.joinOrSignIn')}
      </ButtonLink>
      {direct && !member ? (
        <ButtonLink to={signIn} variant="quiet" wide>
          {copy('nav.signIn')}
        </ButtonLink>
      ) : null}
    </div>
  )
}
