import { sizedImageUrl } from '@dineward/core/photos/image-presets.ts'
import { useEffect, useEffectEvent } from 'react'
import { useCopy } from '../../partner/partner-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './picture-lightbox.module.css'

export interface LightboxPicture {
  readonly url: string
  readonly alt: string
}

interface PictureLightboxProps {
  readonly kind: 'menu' | 'photos'
  readonly pictures: readonly LightboxPicture[]
  readonly shown: number | null
  readonly onShow: (index: number | null) => void
}

export function PictureLightbox({ kind, pictures, shown, onShow }: PictureLightboxProps) {
  const copy = useCopy()
  const index = shown ?? 0
  const { url = '', alt = '' } = pictures[index] ?? {}
  const words = { number: String(index + 1), total: String(pictures.length) }
  const title = copy(`merchant.${kind}.picture`, words)
  const step = (by: number) => onShow((index + by + pictures.length) % pictures.length)
  useArrows(shown !== null && pictures.length > 1, step)
  return (
    <Dialog
      open={shown !== null}
      onClose={() => onShow(null)}
      title={title}
      size="wide"
      actions={
        pictures.length > 1 ? (
          <div className={styles.ways}>
            <Button variant="quiet" onClick={() => step(-1)}>
              <Icon name="chevron-left" />
              {copy(`merchant.${kind}.previous`)}
            </Button>
            <Button variant="quiet" onClick={() => step(1)}>
              {copy(`merchant.${kind}.next`)}
              <Icon name="chevron-right" />
            </Button>
          </div>
        ) : null
      }
    >
      {/* Show the thumbnail until the large picture is loaded, never the previous picture. */}
      <div key={url} className={`${styles.frame} ${styles[kind]}`}>
        <img
          className={styles.picture}
          src={sizedImageUrl(url, 'thumbnail', kind === 'menu' ? 2 : 1)}
          alt=""
        />
        <img
          className={styles.picture}
          src={kind === 'menu' ? url : sizedImageUrl(url, 'detail', 2)}
          alt={alt || title}
        />
      </div>
      {alt ? <p className={styles.caption}>{alt}</p> : null}
      <p className="visually-hidden" role="status">
        {alt ? `${title}: ${alt}` : title}
      </p>
    </Dialog>
  )
}

function useArrows(isOn: boolean, step: (by: 1 | -1) => void): void {
  const press = useEffectEvent(({ key, altKey, ctrlKey, metaKey }: KeyboardEvent) => {
    if (altKey || ctrlKey || metaKey) return
    if (key === 'ArrowRight') step(1)
    if (key === 'ArrowLeft') step(-1)
  })
  useEffect(() => {
    if (!isOn) return
    const pressed = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [isOn])
}
