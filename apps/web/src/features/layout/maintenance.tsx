import type { WorkedOn } from '@dineward/core/pages/maintenance.rules.ts'
import { workedOnAt } from '@dineward/core/pages/maintenance.rules.ts'
import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import styles from './message-page.module.css'
import { Pot } from './pot.tsx'

/** Shown instead of a page under maintenance (shell §2.2). Links to home unless that is one. */
export function Maintenance({ workedOn }: { readonly workedOn: WorkedOn }) {
  const copy = useCopy()
  const partner = usePartner()
  return (
    <section className={styles.message}>
      <PageHead title={copy('maintenance.title')} index={false} />
      <Pot />
      <h1>{copy('maintenance.title')}</h1>
      <p className={styles.text}>{copy(`maintenance.${workedOn}`)}</p>
      {workedOnAt(partner, '/') === null ? (
        <div className={styles.actions}>
          <ButtonLink to="/">{copy('maintenance.home')}</ButtonLink>
        </div>
      ) : null}
    </section>
  )
}
