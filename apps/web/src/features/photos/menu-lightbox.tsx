import { sizedImageUrl } from '@dineward/core/photos/image-presets.ts'
import { useEffect, useEffectEvent } from 'react'
import { useCopy } from '../../partner/partner-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './menu-lightbox.module.css'

interface MenuLightboxProps {
  readonly pictures: readonly string[]
  /** Index of the picture; null: closed. */
  readonly shown: number | null
  readonly onShow: (index: number | null) => void
}

/** A full-size picture, with buttons and arrow keys for the next. */
export function MenuLightbox({ pictures, shown, onShow }: MenuLightboxProps) {
  const copy = useCopy()
  const index = shown ?? 0
  const picture = pictures[index] ?? ''
  const words = { number: String(index + 1), total: String(pictures.length) }
  const title = copy('merchant.menu.picture', words)
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
              {copy('merchant.menu.previous')}
            </Button>
            <Button variant="quiet" onClick={() => step(1)}>
              {copy('merchant.menu.next')}
              <Icon name="chevron-right" />
            </Button>
          </div>
        ) : null
      }
    >
      {/* Show the thumbnail until the large picture is loaded, never the previous picture. */}
      <div key={picture} className={styles.frame}>
        <img className={styles.picture} src={sizedImageUrl(picture, 'thumbnail', 2)} alt="" />
        <img className={styles.picture} src={picture} alt={title} />
      </div>
      <p className="visually-hidden" role="status">
        {title}
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
