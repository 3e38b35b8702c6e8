import { useQuery } from '@tanstack/react-query'
import { useApp, useCopy } from '../../../../partner/partner-context.tsx'
import { AppLink } from '../../../../ui/app-link.tsx'
import { guidesQuery, idsOf, pickedQuery, withNotes } from '../../guides/guides.queries.ts'
import type { HeroProps } from './hero-props.ts'
import styles from './list-hero.module.css'

const shownEntries = 5

/** The first lines of a written list: the program's first guide, else what is near. */
export function ListHero({ merchants, title, text, searchBox }: HeroProps) {
  const app = useApp()
  const copy = useCopy()
  const { data: [guide] = [] } = useQuery(guidesQuery(app))
  const { data: picked = [] } = useQuery(pickedQuery(app, guide ? idsOf(guide) : []))
  const isWritten = guide !== undefined && picked.length > 0
  const entries = isWritten ? withNotes(guide, picked) : merchants.map(one => ({ ...one, note: '' }))
  return (
    <section className={styles.hero}>
      <div className={styles.inner}>
        <div className={styles.words}>
          <h1 className={styles.promise}>{title}</h1>
          <p className={styles.text}>{text}</p>
          {searchBox}
        </div>
        <div>
          {isWritten ? (
            <p className={styles.title}>
              <AppLink to={`/guides/${guide.slug}`}>{guide.title}</AppLink>
              <span className={styles.author}>{copy('guides.by', { author: guide.author })}</span>
            </p>
          ) : null}
          <ol className={styles.list}>
            {entries.slice(0, shownEntries).map(({ id, name, note, details, neighborhood }) => (
              <li key={id} className={styles.entry}>
                <p className={styles.name}>
                  <AppLink className="covers" to={`/merchants/${encodeURIComponent(id)}`}>
                    {name}
                  </AppLink>
                </p>
                <p className={styles.facts}>
                  {note || [details.cuisines[0], neighborhood].filter(Boolean).join(', ')}
                </p>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </section>
  )
}
