import { useHydrated } from '../../lib/deferred/use-hydrated.ts'
import { privacyChoices } from '../../lib/tracking/tracking-consent.ts'
import { useApp, useCopy, usePartner } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import styles from './footer.module.css'
import type { MemberType } from './header/navigation.rules.ts'
import { useNavigationOf } from './header/use-navigation-of.ts'
import { looksLikeMail } from './mail-address.rules.ts'
import { useSiteLinks } from './site-links.ts'

/** Shell §2.5 describes it. */
export function Footer({ memberType }: { readonly memberType: MemberType | null }) {
  const copy = useCopy()
  const isHydrated = useHydrated()
  const { nativeApp, partner } = useApp()
  const { footerPrimary, footerSecondary } = useSiteLinks()
  const { footer: auth } = useNavigationOf(memberType)
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
          <Logos />
          <p>
            {copy('footer.copyright')} <SupportMail />
          </p>
          {partner.settings.asksForConsent ? (
            <button
              type="button"
              className={styles.choices}
              disabled={!isHydrated}
              onClick={privacyChoices.open}
            >
              {copy('consent.change')}
            </button>
          ) : null}
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

function SupportMail() {
  const { email } = usePartner().settings.customerSupport
  return looksLikeMail(email.display) ? <AppLink to={email.href}>{email.display}</AppLink> : email.display
}

const storeMarks = {
  apple:
    'M16.3 3c.1 1.2-.3 2.3-1 3.1-.7.9-1.8 1.5-2.9 1.4-.1-1.1.4-2.3 1-3C14.2 3.6 15.4 3.1 16.3 3zM20 16.8c-.5 1.2-.8 1.7-1.4 2.7-.9 1.4-2.2 3.1-3.8 3.1-1.4 0-1.8-.9-3.7-.9s-2.3.9-3.7.9c-1.6 0-2.8-1.5-3.7-2.9-2.5-3.9-2.8-8.5-1.2-10.9 1.1-1.7 2.9-2.7 4.6-2.7 1.7 0 2.8 1 4.2 1 1.4 0 2.2-1 4.2-1 1.5 0 3.1.8 4.2 2.2-3.7 2-3.1 7.3.3 8.5z',
  google: 'M5 3.2v17.6c0 .7.8 1.1 1.4.7l13.2-8.8c.5-.3.5-1.1 0-1.4L6.4 2.5C5.8 2.1 5 2.5 5 3.2z',
} as const

/** They are hidden inside the app (shell §2.5). */
function AppStores() {
  const copy = useCopy()
  const { appStoreLinks } = usePartner().settings
  if (!appStoreLinks) return null
  return (
    <ul className={styles.stores}>
      {(['apple', 'google'] as const).map(store => (
        <li key={store}>
          <AppLink className={styles.badge} to={appStoreLinks[store]}>
            <svg className={styles.storeMark} viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
              <path d={storeMarks[store]} />
            </svg>
            <span>
              <span className={styles.storeLead}>{copy(`footer.appStore.${store}.lead`)} </span>
              <span className={styles.storeName}>{copy(`footer.appStore.${store}`)}</span>
            </span>
          </AppLink>
        </li>
      ))}
    </ul>
  )
}

function Logos() {
  const copy = useCopy()
  const { partner, logoUrl } = useApp()
  return (
    <div className={styles.chain}>
      {partner.settings.showPartnerLogoInFooter ? (
        <>
          <img
            className={styles.logo}
            src={logoUrl}
            alt={partner.settings.name}
            width={Math.round(partner.logo.width)}
            height={Math.round(partner.logo.height)}
            loading="lazy"
          />
          <span className={styles.cross} aria-hidden="true">
            ×
          </span>
        </>
      ) : null}
      <span className={styles.network}>
        <svg className={styles.networkMark} viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
          <path d="M3 3h8.5a9 9 0 0 1 0 18H3zM7.5 7.5v9h4a4.5 4.5 0 0 0 0-9z" fillRule="evenodd" />
        </svg>
        {copy('footer.poweredBy')}
      </span>
    </div>
  )
}
