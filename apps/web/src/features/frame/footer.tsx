import type { Member } from '@dineward/core/members/members.contract.ts'
import { signInPath } from '@dineward/core/partner/partner-questions.ts'
import { joinPath } from '../../lib/join-path.ts'
import { useApp, useCopy, usePartner } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import styles from './footer.module.css'
import { useSiteLinks } from './site-links.ts'

/** Links, whom to write to, whose it is, and what the law wants said (shell §2.5). */
export function Footer({ member }: { readonly member: Member | null }) {
  const copy = useCopy()
  const { partner, logoUrl } = useApp()
  const { footerPrimary, footerSecondary } = useSiteLinks()
  const disclaimer = copy('footer.disclaimer')
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <div className={styles.top}>
          {partner.settings.showPartnerLogoInFooter ? (
            <img
              className={styles.logo}
              src={logoUrl}
              alt={partner.settings.name}
              width={Math.round(partner.logo.width)}
              height={Math.round(partner.logo.height)}
              loading="lazy"
            />
          ) : null}
          <nav className={styles.links} aria-label={copy('footer.label')}>
            <ul className={styles.primary}>
              {footerPrimary.map(link => (
                <li key={link.url}>
                  <AppLink to={link.url}>{link.text}</AppLink>
                </li>
              ))}
              <AuthLink member={member} />
            </ul>
            <ul className={styles.secondary}>
              {footerSecondary.map(link => (
                <li key={link.url}>
                  <AppLink to={link.url}>{link.text}</AppLink>
                </li>
              ))}
            </ul>
          </nav>
          <AppStores />
        </div>
        <div className={styles.bottom}>
          <p>
            {copy('footer.copyright')} <SupportMail />
          </p>
          <p>{copy('footer.poweredBy')}</p>
        </div>
        {disclaimer ? <p className={styles.disclaimer}>{disclaimer}</p> : null}
      </div>
    </footer>
  )
}

/** The account for members, joining for those without a card, signing in for everyone else. */
function AuthLink({ member }: { readonly member: Member | null }) {
  const copy = useCopy()
  const partner = usePartner()
  const signIn = signInPath(partner)
  if (signIn === null) return null
  const joins = member?.memberType === 'NonCardMember'
  const to = joins ? (joinPath(partner, member) ?? signIn) : member ? '/account/overview' : signIn
  return (
    <li>
      <AppLink to={to}>{copy(joins ? 'footer.join' : member ? 'footer.account' : 'footer.signIn')}</AppLink>
    </li>
  )
}

/** A link when it looks like an e-mail address (checked loosely, then strictly), plain text when not. */
function SupportMail() {
  const { email } = usePartner().settings.customerSupport
  const looksLikeMail = /\S@\S/.test(email.display) && /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(email.display)
  return looksLikeMail ? <AppLink to={email.href}>{email.display}</AppLink> : email.display
}

function AppStores() {
  const copy = useCopy()
  const { appStoreLinks } = usePartner().settings
  if (!appStoreLinks) return null
  return (
    <ul className={styles.stores}>
      <li>
        <AppLink to={appStoreLinks.apple}>{copy('footer.appStore.apple')}</AppLink>
      </li>
      <li>
        <AppLink to={appStoreLinks.google}>{copy('footer.appStore.google')}</AppLink>
      </li>
    </ul>
  )
}
