import { useCopy } from '../../../partner/partner-context.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty/empty-state.tsx'
import { PageHead } from '../../../ui/page/page-head.tsx'

interface NotFoundMessageProps {
  readonly title?: string
  readonly text?: string
}

/** Without words of its own it is that of any address. */
export function NotFoundMessage({ title, text }: NotFoundMessageProps) {
  const copy = useCopy()
  return (
    <>
      <PageHead title={title ?? copy('notFound.documentTitle')} index={false} />
      <EmptyState
        look="page"
        spot="plate"
        title={title ?? copy('notFound.title')}
        text={text ?? copy('notFound.tagline')}
      >
        <ButtonLink to="/search">{copy('notFound.search')}</ButtonLink>
        <ButtonLink to="/" variant="quiet">
          {copy('notFound.home')}
        </ButtonLink>
      </EmptyState>
    </>
  )
}
