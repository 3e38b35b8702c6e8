import { AppLink } from '../../../ui/app-link.tsx'
import { Icon } from '../../../ui/icon.tsx'
import styles from './above-link.module.css'

export function AboveLink({ to, children }: { readonly to: string; readonly children: string }) {
  return (
    <AppLink className={styles.above} to={to}>
      <Icon name="chevron-left" />
      {children}
    </AppLink>
  )
}
