import { sizedImageUrl } from '@dineward/core/photos/image-presets.ts'
import { lazy, type MouseEvent, Suspense, useState } from 'react'
import { useAtLeisure } from '../../lib/use-at-leisure.ts'
import { useCopy } from '../../partner/partner-context.tsx'
import { opensElsewhere } from '../../ui/opens-elsewhere.ts'
import styles from './menu-pictures.module.css'

const MenuLightbox = lazy(async () => ({ default: (await import('./menu-lightbox.tsx')).MenuLightbox }))

/** Thumbnails that open a lightbox; plain links without script. */
export function MenuPictures({ pictures }: { readonly pictures: readonly string[] }) {
  const copy = useCopy()
  const isAtLeisure = useAtLeisure()
  const [shown, setShown] = useState<number | null>(null)
  const [asked, setAsked] = useState(false)
  function show(event: MouseEvent, index: number) {
    if (opensElsewhere(event)) return
    event.preventDefault()
    setAsked(true)
    setShown(index)
  }
  return (
    <>
      <ul className={styles.pictures}>
        {pictures.map((picture, index) => (
          <li key={picture}>
            <a
              className={styles.picture}
              href={picture}
              aria-haspopup="dialog"
              onClick={event => show(event, index)}
            >
              <img
                src={isAtLeisure ? sizedImageUrl(picture, 'thumbnail', 2) : undefined}
                alt={copy('merchant.menu.picture', {
                  number: String(index + 1),
                  total: String(pictures.length),
                })}
                loading="lazy"
                width="150"
                height="200"
              />
            </a>
          </li>
        ))}
      </ul>
      {asked ? (
        <Suspense fallback={null}>
          <MenuLightbox pictures={pictures} shown={shown} onShow={setShown} />
        </Suspense>
      ) : null}
    </>
  )
}
