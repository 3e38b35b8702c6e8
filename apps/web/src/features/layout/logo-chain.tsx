import { useApp, useCopy } from '../../partner/partner-context.tsx'
import styles from './logo-chain.module.css'

/** Whose program it is, and whose network: the partner's logo, a cross, ours. A partner may leave its own out. */
export function LogoChain() {
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
        <svg className={styles.mark} viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
          <path d="M3 3h8.5a9 9 0 0 1 0 18H3zM7.5 7.5v9h4a4.5 4.5 0 0 0 0-9z" fillRule="evenodd" />
        </svg>
        {copy('footer.poweredBy')}
      </span>
    </div>
  )
}
