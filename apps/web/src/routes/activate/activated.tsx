import type { LoaderFunctionArgs } from 'react-router'
import { appOf } from '../../app-context.ts'
import styles from '../../features/content/activation-stage.module.css'
import { ActivationStage, primeStage } from '../../features/content/activation-stage.tsx'
import { useCopy } from '../../partner/partner-context.tsx'
import { SearchCarousel } from '../../search-carousel.tsx'
import { ButtonLink } from '../../ui/button.tsx'

export async function loader(args: LoaderFunctionArgs) {
  await primeStage(appOf(args), 'activated')
  return null
}

export function Component() {
  const copy = useCopy()
  return (
    <ActivationStage Carousel={SearchCarousel} stage="activated">
      <ButtonLink to="/search" size="large" className={styles.action}>
        {copy('activate.done.action')}
      </ButtonLink>
    </ActivationStage>
  )
}

export { PageError as ErrorBoundary } from '../../features/layout/page-error.tsx'
