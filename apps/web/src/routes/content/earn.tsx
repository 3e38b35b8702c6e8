import { earnsRewards } from '@dineward/core/partner/partner-questions.ts'
import { useQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { type AppContext, appOf } from '../../app-context.ts'
import { ContentSidebar } from '../../features/content/blocks/content-sidebar.tsx'
import { ContentTemplate } from '../../features/content/blocks/content-template.tsx'
import { loadContent } from '../../features/content/content.loaders.ts'
import { contentEntryQuery, earnBannersQuery, earnWaysQuery } from '../../features/content/content.queries.ts'
import { earnRulesQuery, earnSidebarQuery } from '../../features/content/earn/earn.queries.ts'
import { EarnFigure } from '../../features/content/earn/earn-figure.tsx'
import { EarnOffers } from '../../features/content/earn/earn-offers.tsx'
import { EarnWayCards } from '../../features/content/earn/earn-ways.tsx'
import { useMember } from '../../features/identity/member.queries.ts'
import { ProspectForm } from '../../features/members/prospects/prospect-form.tsx'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { SearchCarousel } from '../../search-carousel.tsx'

const pageQuery = (app: AppContext) => contentEntryQuery(app, 'pages', 'earn')

export async function loader(args: LoaderFunctionArgs) {
  const app = appOf(args)
  await Promise.all([
    loadContent(app, pageQuery(app)),
    loadContent(app, earnBannersQuery(app)),
    loadContent(app, earnWaysQuery(app)),
    loadContent(app, earnSidebarQuery(app)),
    loadContent(app, earnRulesQuery(app)),
  ])
  return null
}

/** Earn rate, current offers and ways to earn, or why nothing is earned. */
export function Component() {
  const app = useApp()
  const copy = useCopy()
  const member = useMember()
  const { data: page = null } = useQuery(pageQuery(app))
  const { data: offers = [] } = useQuery(earnBannersQuery(app))
  const { data: ways = [] } = useQuery(earnWaysQuery(app))
  const { data: sidebar = null } = useQuery(earnSidebarQuery(app))
  const { data: rules = null } = useQuery(earnRulesQuery(app))
  const earns = earnsRewards(app.partner)
  return (
    <ContentTemplate
      page={page}
      title={copy('earn.documentTitle')}
      member={member}
      figure={earns ? <EarnFigure member={member} about={rules?.tooltip_copy ?? ''} /> : undefined}
      prospect={<ProspectForm />}
      Carousel={SearchCarousel}
      side={sidebar ? <ContentSidebar sidebar={sidebar} /> : undefined}
      smallPrint={rules?.disclaimer ?? ''}
    >
      {earns ? <EarnOffers offers={offers} /> : null}
      <EarnWayCards ways={ways} />
    </ContentTemplate>
  )
}

export { PageError as ErrorBoundary } from '../../features/layout/messages/page-error.tsx'
