import type { MaintenanceKind } from '@dineward/core/pages/maintenance.rules.ts'
import { maintenanceAt } from '@dineward/core/pages/maintenance.rules.ts'
import { useCopy, usePartner } from '../../../partner/partner-context.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'
import styles from './message-page.module.css'
import { Pot } from './pot.tsx'

/** It stands in for a page under maintenance (shell §2.2). It links to home unless that is one. */
export function Maintenance({ workedOn }: { readonly workedOn: MaintenanceKind }) {
  const copy = useCopy()
  const partner = usePartner()
  return (
    <section className={styles.message}>
      <PageHead title={copy('maintenance.title')} index={false} />
      <Pot />
      <h1>{copy('maintenance.title')}</h1>
      <p className={styles.text}>{copy(`maintenance.${workedOn}`)}</p>
      {maintenanceAt(partner, '/') === null ? (
        <div className={styles.actions}>
          <ButtonLink to="/">{copy('maintenance.home')}</ButtonLink>
        </div>
      ) : null}
    </section>
  )
}
