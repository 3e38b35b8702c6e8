import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useLocation } from 'react-router'
import { appOf } from '../../app-context.ts'
import { ContentTemplate } from '../../features/content/blocks/content-template.tsx'
import { assertEntry, contentPathOf, loadContent } from '../../features/content/content.loaders.ts'
import { contentAtQuery } from '../../features/content/content.queries.ts'
import { useMember } from '../../features/identity/member.queries.ts'
import { ProspectForm } from '../../features/members/prospects/prospect-form.tsx'
import { useApp } from '../../partner/partner-context.tsx'
import { SearchCarousel } from '../../search-carousel.tsx'

/** Content defines these pages, at any path (shell §2.1). */
export async function loader(args: LoaderFunctionArgs) {
  const app = appOf(args)
  const path = contentPathOf(new URL(args.request.url).pathname)
  assertEntry(await loadContent(app, contentAtQuery(app, 'pages', path)))
  return null
}

export function Component() {
  const app = useApp()
  const path = contentPathOf(useLocation().pathname)
  const { data: page = null } = useQuery(contentAtQuery(app, 'pages', path))
  return (
    <ContentTemplate
      page={page}
      title={app.partner.settings.programName}
      member={useMember()}
      prospect={<ProspectForm />}
      Carousel={SearchCarousel}
    />
  )
}

export { PageError as ErrorBoundary } from '../../features/layout/messages/page-error.tsx'
