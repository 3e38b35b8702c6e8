import type { LoaderFunctionArgs } from 'react-router'
import { appOf } from '../../app-context.ts'
import { useCopy } from '../../partner/partner-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import styles from './activate.module.css'
import { ActivationStage, primeStage } from './activation-stage.tsx'

export async function loader(args: LoaderFunctionArgs) {
  await primeStage(appOf(args), 'activated')
  return null
}

/** Done; and where dinner is. */
export function Component() {
  const copy = useCopy()
  return (
    <ActivationStage stage="activated">
      <ButtonLink to="/search" size="large" className={styles.action}>
        {copy('activate.done.action')}
      </ButtonLink>
    </ActivationStage>
  )
}

export { ContentErrorBoundary as ErrorBoundary } from '../content/content-route.tsx'
