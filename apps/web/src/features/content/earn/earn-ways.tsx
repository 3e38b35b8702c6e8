import { contentImageUrl } from '@dineward/core/content/media.rules.ts'
import { useSiteMap } from '../../../lib/navigation/site-map.ts'
import { useCopy } from '../../../partner/partner-context.tsx'
import { AppLink } from '../../../ui/app-link.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Drawing } from '../blocks/drawing.tsx'
import { useFill } from '../blocks/use-fill.ts'
import type { EarnWay } from '../content.queries.ts'
import styles from './earn-ways.module.css'

export function EarnWayCards({ ways }: { readonly ways: readonly EarnWay[] }) {
  const copy = useCopy()
  const fill = useFill()
  const shown = useReachable(ways)
  if (shown.length === 0) return null
  return (
    <section className={styles.ways}>
      <h2>{copy('earn.ways.title')}</h2>
      <ul className={styles.cards}>
        {shown.map(way => (
          <li key={way.url} className={styles.card}>
            <EarnWayPicture way={way} />
            <div className={styles.words}>
              <h3 className={styles.title}>
                <AppLink className="covers" to={way.url}>
                  {fill(way.title)}
                </AppLink>
              </h3>
              {way.text ? <p className={styles.text}>{fill(way.text)}</p> : null}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function EarnWayPicture({ way: { image, image_alt, drawing } }: { readonly way: EarnWay }) {
  if (image)
    return (
      <img
        className={styles.image}
        src={contentImageUrl(image, 'tile')}
        alt={image_alt}
        width="240"
        height="180"
        loading="lazy"
      />
    )
  return drawing ? <Drawing name={drawing} className={styles.drawing} /> : null
}

export function OtherEarnWays({
  ways,
  current,
}: {
  readonly ways: readonly EarnWay[]
  readonly current: string
}) {
  const copy = useCopy()
  const fill = useFill()
  const others = useReachable(ways).filter(way => way.url !== current)
  if (others.length === 0) return null
  return (
    <nav className={styles.others} aria-labelledby="other-ways">
      <h2 id="other-ways" className={styles.othersTitle}>
        {copy('earn.ways.title')}
      </h2>
      <ul>
        {others.map(way => (
          <li key={way.url}>
            <AppLink className={styles.other} to={way.url}>
              {fill(way.title)}
              <Icon name="chevron-right" />
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Editors may link to pages that the partner does not have. */
function useReachable(ways: readonly EarnWay[]): readonly EarnWay[] {
  const siteMap = useSiteMap()
  return ways.filter(({ title, url }) => title !== '' && (!url.startsWith('/') || siteMap.hasPage(url)))
}
