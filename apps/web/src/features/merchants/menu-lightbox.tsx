import { useCopy } from '../../partner/partner-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './menu-lightbox.module.css'

interface MenuLightboxProps {
  readonly pictures: readonly string[]
  /** Its place among them; null: closed. */
  readonly shown: number | null
  readonly onShow: (index: number | null) => void
}

/** A picture of the menu as large as there is room, and the way to the next. */
export function MenuLightbox({ pictures, shown, onShow }: MenuLightboxProps) {
  const copy = useCopy()
  const index = shown ?? 0
  const words = { number: String(index + 1), total: String(pictures.length) }
  const step = (by: number) => onShow((index + by + pictures.length) % pictures.length)
  return (
    <Dialog
      open={shown !== null}
      onClose={() => onShow(null)}
      title={copy('merchant.menu.picture', words)}
      size="wide"
      actions={
        pictures.length > 1 ? (
          <>
            <Button variant="quiet" onClick={() => step(1)}>
              {copy('merchant.menu.next')}
              <Icon name="chevron-right" />
            </Button>
            <Button variant="quiet" onClick={() => step(-1)}>
              <Icon name="chevron-left" />
              {copy('merchant.menu.previous')}
            </Button>
          </>
        ) : null
      }
    >
      <img className={styles.picture} src={pictures[index]} alt={copy('merchant.menu.picture', words)} />
    </Dialog>
  )
}
