import { useQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { type AppContext, appOf } from '../../app-context.ts'
import { ContentTemplate } from '../../features/content/blocks/content-template.tsx'
import { loadContent } from '../../features/content/content.loaders.ts'
import { contentEntryQuery } from '../../features/content/content.queries.ts'
import { EarnFigure } from '../../features/content/earn/earn-figure.tsx'
import { useMember } from '../../features/identity/member.queries.ts'
import { ProspectForm } from '../../features/members/prospects/prospect-form.tsx'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { SearchCarousel } from '../../search-carousel.tsx'

const pageQuery = (app: AppContext) => contentEntryQuery(app, 'pages', 'how-it-works')

export async function loader(args: LoaderFunctionArgs) {
  const app = appOf(args)
  await loadContent(app, pageQuery(app))
  return null
}

export function Component() {
  const copy = useCopy()
  const member = useMember()
  const { data: page = null } = useQuery(pageQuery(useApp()))
  return (
    <ContentTemplate
      page={page}
      title={copy('howItWorks.documentTitle')}
      member={member}
      figure={page?.banner.drawing ? undefined : <EarnFigure member={member} />}
      prospect={<ProspectForm />}
      Carousel={SearchCarousel}
    />
  )
}

export { PageError as ErrorBoundary } from '../../features/layout/messages/page-error.tsx'
