import { useQuery } from '@tanstack/react-query'
import { data, type LoaderFunctionArgs, useParams } from 'react-router'
import { appOf } from '../../app-context.ts'
import { loadContent } from '../../features/content/content.loaders.ts'
import { GuidePicks } from '../../features/content/guides/guide-picks.tsx'
import { guidesQuery, idsOf, pickedQuery, withNotes } from '../../features/content/guides/guides.queries.ts'
import { AboveLink } from '../../features/content/home/above-link.tsx'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { breadcrumbs, JsonLd } from '../../ui/page/json-ld.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import styles from './guides.module.css'

export async function loader(args: LoaderFunctionArgs) {
  const app = appOf(args)
  const guides = await loadContent(app, guidesQuery(app))
  const guide = guides?.find(({ slug }) => slug === args.params.guide)
  if (guides && !guide) throw data(null, { status: 404 })
  if (guide) await app.queryClient.ensureQueryData(pickedQuery(app, idsOf(guide)))
  return null
}

/** A collection of restaurants by an editor, with the reason for each. */
export function Component() {
  const app = useApp()
  const copy = useCopy()
  const { guide: slug } = useParams()
  const { data: guides = [] } = useQuery(guidesQuery(app))
  const guide = guides.find(one => one.slug === slug)
  const ids = guide ? idsOf(guide) : []
  const { data: merchants = [] } = useQuery(pickedQuery(app, ids))
  const title = guide?.title ?? copy('guides.title')
  const path = `/guides/${slug}`
  const picks = guide ? withNotes(guide, merchants) : []
  return (
    <div className={`width-content ${styles.page}`}>
      <PageHead title={title} description={guide?.description ?? ''} />
      <JsonLd
        about={path}
        describe={() => [
          breadcrumbs(app.origin, [
            { name: app.partner.settings.programName, path: '/' },
            { name: copy('guides.title'), path: '/guides' },
            { name: title, path },
          ]),
          {
            '@type': 'ItemList',
            name: title,
            numberOfItems: picks.length,
            itemListElement: picks.map(({ id, name }, index) => ({
              '@type': 'ListItem',
              position: index + 1,
              name,
              url: `${app.origin}/merchants/${encodeURIComponent(id)}`,
            })),
          },
        ]}
      />
      <header className={styles.head}>
        <AboveLink to="/guides">{copy('guides.title')}</AboveLink>
        <h1>{title}</h1>
        {guide?.author ? (
          <p className={styles.author}>
            {[copy('guides.by', { author: guide.author }), guide.author_title].filter(Boolean).join(', ')}
          </p>
        ) : null}
        {guide?.intro ? <p className={styles.text}>{guide.intro}</p> : null}
      </header>
      <GuidePicks picks={picks} />
    </div>
  )
}

export { PageError as ErrorBoundary } from '../../features/layout/messages/page-error.tsx'
