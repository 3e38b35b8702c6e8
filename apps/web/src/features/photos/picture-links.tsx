import { sizedImageUrl } from '@dineward/core/photos/image-presets.ts'
import { type MouseEvent, useState } from 'react'
import { deferred } from '../../lib/deferred/deferred.tsx'
import { useWhenIdle } from '../../lib/deferred/use-when-idle.ts'
import { savesData } from '../../lib/navigation/prefetch.ts'
import { useCopy } from '../../partner/partner-context.tsx'
import { opensElsewhere } from '../../ui/opens-elsewhere.ts'
import type { LightboxPicture } from './picture-lightbox.tsx'
import styles from './picture-links.module.css'

const PictureLightbox = deferred(
  () => import('./picture-lightbox.tsx'),
  module => module.PictureLightbox,
  { when: 'now' },
)

export function MenuPictures({ pictures }: { readonly pictures: readonly string[] }) {
  return <PictureLinks kind="menu" pictures={pictures.map(url => ({ url, alt: '' }))} />
}

export function PhotoGallery({ photos }: { readonly photos: readonly LightboxPicture[] }) {
  return photos.length > 1 ? <PictureLinks kind="photos" pictures={photos} /> : null
}

const maxThumbnails = 3

/** Load the gallery's thumbnails before the page is opened, so that nothing loads after the click. */
export function prefetchThumbnails(photos: readonly LightboxPicture[]): void {
  if (typeof Image === 'undefined' || savesData()) return
  for (const { url } of photos.slice(1, 1 + maxThumbnails))
    new Image().src = sizedImageUrl(url, 'thumbnail', 1)
}

interface PictureLinksProps {
  readonly kind: 'menu' | 'photos'
  readonly pictures: readonly LightboxPicture[]
}

/** Thumbnails that open a lightbox; without script they link to their files. */
function PictureLinks({ kind, pictures }: PictureLinksProps) {
  const copy = useCopy()
  const isIdle = useWhenIdle()
  const [shown, setShown] = useState<number | null>(null)
  const [isWanted, setWanted] = useState(false)
  function show(event: MouseEvent, index: number) {
    if (opensElsewhere(event)) return
    event.preventDefault()
    setWanted(true)
    setShown(index)
  }
  const total = String(pictures.length)
  // Index 0 is the photo below the thumbnails.
  const [first, end] = kind === 'menu' ? [0, pictures.length] : [1, 1 + maxThumbnails]
  const more = Math.max(0, pictures.length - end)
  const size = kind === 'menu' ? { width: 150, height: 200 } : { width: 200, height: 143 }
  return (
    <>
      <ul className={styles[kind]} aria-label={kind === 'photos' ? copy('merchant.photos') : undefined}>
        {pictures.slice(first, end).map(({ url, alt }, at) => {
          const number = String(first + at + 1)
          const title = copy(`merchant.${kind}.picture`, { number, total })
          return (
            <li key={url}>
              <a
                className={styles.picture}
                href={url}
                aria-haspopup="dialog"
                onClick={event => show(event, first + at)}
              >
                <img
                  src={isIdle ? sizedImageUrl(url, 'thumbnail', kind === 'menu' ? 2 : 1) : undefined}
                  alt={alt ? `${title}: ${alt}` : title}
                  loading="lazy"
                  {...size}
                />
                {more > 0 && first + at === end - 1 ? (
                  <span className={styles.more} aria-hidden="true">
                    +{more}
                  </span>
                ) : null}
              </a>
            </li>
          )
        })}
      </ul>
      {isWanted ? <PictureLightbox kind={kind} pictures={pictures} shown={shown} onShow={setShown} /> : null}
    </>
  )
}
