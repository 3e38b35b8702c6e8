import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, redirect, useLocation } from 'react-router'
import { appOf } from '../../app-context.ts'
import { ContentTemplate } from '../../features/content/blocks/content-template.tsx'
import { useFill } from '../../features/content/blocks/use-fill.ts'
import { assertEntry, contentPathOf, loadContent } from '../../features/content/content.loaders.ts'
import { contentAtQuery, earnWaysQuery } from '../../features/content/content.queries.ts'
import { earnRulesQuery } from '../../features/content/earn/earn.queries.ts'
import { OtherEarnWays } from '../../features/content/earn/earn-ways.tsx'
import { AboveLink } from '../../features/content/home/above-link.tsx'
import { useMember } from '../../features/identity/member.queries.ts'
import { ProspectForm } from '../../features/members/prospects/prospect-form.tsx'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { SearchCarousel } from '../../search-carousel.tsx'

export async function loader(args: LoaderFunctionArgs) {
  const app = appOf(args)
  const path = contentPathOf(new URL(args.request.url).pathname)
  const [entry] = await Promise.all([
    loadContent(app, contentAtQuery(app, 'earn_details', path)),
    loadContent(app, earnWaysQuery(app)),
    loadContent(app, earnRulesQuery(app)),
  ])
  if (entry === null && knownPages.has(path)) throw redirect('/earn', 303)
  assertEntry(entry)
  return null
}

/** They are always there (shell §2.1): where a partner has no words for one, it leads to all ways to earn. */
const knownPages = new Set(
  ['topgolf-bonus', 'new-member-bonus', 'how-it-works', 'reservations', 'vip-upgrade'].map(
    page => `/earn/${page}`,
  ),
)

/** A way to earn (shell §2.1). Others are not found without a content entry. */
export function Component() {
  const app = useApp()
  const copy = useCopy()
  const member = useMember()
  const path = contentPathOf(useLocation().pathname)
  const { data: page = null } = useQuery(contentAtQuery(app, 'earn_details', path))
  const { data: ways = [] } = useQuery(earnWaysQuery(app))
  const fill = useFill()
  const { data: rules = null } = useQuery(earnRulesQuery(app))
  const title = page?.title ? fill(page.title) : copy('earn.documentTitle')
  return (
    <ContentTemplate
      page={page}
      steps={[
        { name: app.partner.settings.programName, path: '/' },
        { name: copy('earn.documentTitle'), path: '/earn' },
        { name: title, path },
      ]}
      title={copy('earn.documentTitle')}
      member={member}
      above={<AboveLink to="/earn">{copy('earn.documentTitle')}</AboveLink>}
      prospect={<ProspectForm />}
      Carousel={SearchCarousel}
      side={ways.length > 1 ? <OtherEarnWays ways={ways} current={path} /> : undefined}
      smallPrint={rules?.disclaimer ?? ''}
    />
  )
}

export { PageError as ErrorBoundary } from '../../features/layout/messages/page-error.tsx'
