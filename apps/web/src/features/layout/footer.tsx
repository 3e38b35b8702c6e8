import type { Member } from '@dineward/core/members/members.contract.ts'
import { useApp, useCopy, usePartner } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { PrivacyChoices } from '../../ui/privacy-choices.tsx'
import { AppStores } from './app-stores.tsx'
import styles from './footer.module.css'
import { LogoChain } from './logo-chain.tsx'
import { looksLikeMail } from './mail-address.rules.ts'
import { useSiteLinks } from './site-links.ts'
import { useNavigationOf } from './use-navigation-of.ts'

/** Links, whom to write to, whose it is, and what the law wants said (shell §2.5). */
export function Footer({ member }: { readonly member: Member | null }) {
  const copy = useCopy()
  const { nativeApp } = useApp()
  const { footerPrimary, footerSecondary } = useSiteLinks()
  const { footer: auth } = useNavigationOf(member)
  const disclaimer = copy('footer.disclaimer')
  const primary = auth ? [...footerPrimary, { url: auth.to, text: copy(auth.words) }] : footerPrimary
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <div className={styles.top}>
          <nav className={styles.links} aria-label={copy('footer.label')}>
            <FooterLinks className={styles.primary} links={primary} />
            <FooterLinks className={styles.secondary} links={footerSecondary} />
          </nav>
          {nativeApp ? null : <AppStores />}
        </div>
        <div className={styles.bottom}>
          <LogoChain />
          <p>
            {copy('footer.copyright')} <SupportMail />
          </p>
          <PrivacyChoices />
        </div>
        {disclaimer ? <p className={styles.disclaimer}>{disclaimer}</p> : null}
      </div>
    </footer>
  )
}

interface FooterLinksProps {
  readonly links: readonly { readonly text: string; readonly url: string }[]
  readonly className: string | undefined
}

function FooterLinks({ links, className }: FooterLinksProps) {
  return links.length > 0 ? (
    <ul className={className}>
      {links.map(link => (
        <li key={link.url}>
          <AppLink to={link.url}>{link.text}</AppLink>
        </li>
      ))}
    </ul>
  ) : null
}

/** A link when it looks like an e-mail address, plain text when not. */
function SupportMail() {
  const { email } = usePartner().settings.customerSupport
  return looksLikeMail(email.display) ? <AppLink to={email.href}>{email.display}</AppLink> : email.display
}
