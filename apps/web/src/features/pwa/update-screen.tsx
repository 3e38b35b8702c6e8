import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import styles from './update-screen.module.css'

/** Replaces every page in a native app that is too old (shell §4). Links to the device's store. */
export function UpdateScreen() {
  const copy = useCopy()
  const { partner, logoUrl, nativeApp } = useApp()
  const { appStoreLinks, programName } = partner.settings
  const store = nativeApp?.platform === 'ios' ? appStoreLinks?.apple : appStoreLinks?.google
  return (
    <div id="page" className={styles.page}>
      <PageHead title={copy('update.title')} index={false} />
      <main id="main" className={styles.screen}>
        <img
          className={styles.logo}
          src={logoUrl}
          alt={programName}
          width={Math.round(partner.logo.width)}
          height={Math.round(partner.logo.height)}
        />
        <div className={styles.words}>
          <h1>{copy('update.title')}</h1>
          <p className={styles.text}>{copy('update.text')}</p>
        </div>
        {store ? (
          <ButtonLink to={store} size="large" wide className={styles.action}>
            {copy('update.action')}
          </ButtonLink>
        ) : null}
      </main>
    </div>
  )
}
