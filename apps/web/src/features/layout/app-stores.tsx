import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import styles from './app-stores.module.css'

/** A bitten fruit and a play sign, drawn by ourselves: which store it is shows before its name is read. */
const marks = {
  apple:
    'M16.3 3c.1 1.2-.3 2.3-1 3.1-.7.9-1.8 1.5-2.9 1.4-.1-1.1.4-2.3 1-3C14.2 3.6 15.4 3.1 16.3 3zM20 16.8c-.5 1.2-.8 1.7-1.4 2.7-.9 1.4-2.2 3.1-3.8 3.1-1.4 0-1.8-.9-3.7-.9s-2.3.9-3.7.9c-1.6 0-2.8-1.5-3.7-2.9-2.5-3.9-2.8-8.5-1.2-10.9 1.1-1.7 2.9-2.7 4.6-2.7 1.7 0 2.8 1 4.2 1 1.4 0 2.2-1 4.2-1 1.5 0 3.1.8 4.2 2.2-3.7 2-3.1 7.3.3 8.5z',
  google: 'M5 3.2v17.6c0 .7.8 1.1 1.4.7l13.2-8.8c.5-.3.5-1.1 0-1.4L6.4 2.5C5.8 2.1 5 2.5 5 3.2z',
} as const

/** Where the partner's app comes from. Nobody is shown this who is looking at it in that app (shell §2.5). */
export function AppStores() {
  const { appStoreLinks } = usePartner().settings
  if (!appStoreLinks) return null
  return (
    <ul className={styles.stores}>
      <Badge store="apple" to={appStoreLinks.apple} />
      <Badge store="google" to={appStoreLinks.google} />
    </ul>
  )
}

function Badge({ store, to }: { readonly store: keyof typeof marks; readonly to: string }) {
  const copy = useCopy()
  return (
    <li>
      <AppLink className={styles.badge} to={to}>
        <svg className={styles.mark} viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
          <path d={marks[store]} />
        </svg>
        <span>
          <span className={styles.small}>{copy(`footer.appStore.${store}.lead`)} </span>
          <span className={styles.name}>{copy(`footer.appStore.${store}`)}</span>
        </span>
      </AppLink>
    </li>
  )
}
