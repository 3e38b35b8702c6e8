import type { MaintenanceKind } from '@dineward/core/pages/maintenance.rules.ts'
import { maintenanceAt } from '@dineward/core/pages/maintenance.rules.ts'
import { useCopy, usePartner } from '../../../partner/partner-context.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty/empty-state.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'

/** It stands in for a page under maintenance (shell §2.2). It links to home unless that is one. */
export function Maintenance({ workedOn }: { readonly workedOn: MaintenanceKind }) {
  const copy = useCopy()
  const partner = usePartner()
  return (
    <>
      <PageHead title={copy('maintenance.title')} index={false} />
      <EmptyState
        look="page"
        spot="pot"
        title={copy('maintenance.title')}
        text={copy(`maintenance.${workedOn}`)}
      >
        {maintenanceAt(partner, '/') === null ? (
          <ButtonLink to="/">{copy('maintenance.home')}</ButtonLink>
        ) : null}
      </EmptyState>
    </>
  )
}
