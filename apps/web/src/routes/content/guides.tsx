import { useQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { appOf } from '../../app-context.ts'
import { loadContent } from '../../features/content/content.loaders.ts'
import { GuideCards } from '../../features/content/guides/guide-cards.tsx'
import { firstIds, guideSummariesQuery, pickedQuery } from '../../features/content/guides/guides.queries.ts'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { breadcrumbs, JsonLd } from '../../ui/page/json-ld.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import styles from './guides.module.css'

export async function loader(args: LoaderFunctionArgs) {
  const app = appOf(args)
  const guides = (await loadContent(app, guideSummariesQuery(app))) ?? []
  await app.queryClient.prefetchQuery(pickedQuery(app, firstIds(guides)))
  return null
}

/** All collections of restaurants that the program's editors made. */
export function Component() {
  const app = useApp()
  const copy = useCopy()
  const { data: guides = [] } = useQuery(guideSummariesQuery(app))
  const { data: merchants = [] } = useQuery(pickedQuery(app, firstIds(guides)))
  const title = copy('guides.title')
  return (
    <div className={`width-content ${styles.page}`}>
      <PageHead title={title} description={copy('guides.text')} />
      <JsonLd
        about="guides"
        describe={() => [
          breadcrumbs(app.origin, [
            { name: app.partner.settings.programName, path: '/' },
            { name: title, path: '/guides' },
          ]),
        ]}
      />
      <header className={styles.head}>
        <h1>{title}</h1>
        <p className={styles.text}>{copy(guides.length > 0 ? 'guides.text' : 'guides.empty')}</p>
      </header>
      {guides.length > 0 ? (
        <GuideCards guides={guides} merchants={merchants} level="h2" />
      ) : (
        <p>
          <AppLink to="/search">{copy('guides.empty.action')}</AppLink>
        </p>
      )}
    </div>
  )
}

export { PageError as ErrorBoundary } from '../../features/layout/messages/page-error.tsx'
