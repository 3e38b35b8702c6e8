import type { LinkedCard } from '@dineward/core/cards/cards.contract.ts'
import { quietDays } from '@dineward/core/cards/cards.rules.ts'
import { formatDate } from '@dineward/core/shared/format.ts'
import { useCopy } from '../../../partner/partner-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { CardBrandMark } from '../card-brand-mark.tsx'
import styles from './linked-card-row.module.css'

interface LinkedCardRowProps {
  readonly card: LinkedCard
  readonly deleting: boolean
  readonly onDelete: () => void
  readonly onRename: () => void
}

export function LinkedCardRow({ card, deleting, onDelete, onRename }: LinkedCardRowProps) {
  const copy = useCopy()
  const words = { brand: card.description, 'last four': card.lastFour }
  return (
    <li className={styles.row}>
      <CardBrandMark cardType={card.cardType} />
      <div className={styles.text}>
        <div>
          <p className={styles.name} dir="auto">
            {card.name ?? copy('cards.ending', words)}
          </p>
          {card.name ? <p className={styles.ending}>{copy('cards.ending', words)}</p> : null}
        </div>
        {card.hint === 'expired' ? (
          <Chip kind="danger" icon="alert">
            {copy('cards.expired')}
          </Chip>
        ) : (
          <Chip kind="done" icon="check">
            {copy('cards.linked')}
          </Chip>
        )}
        {card.hint ? (
          <p className={styles.hint}>
            {copy(`cards.hint.${card.hint}`, {
              month: card.expiresOn ? formatDate(card.expiresOn, 'monthName') : '',
              days: String(quietDays),
            })}
          </p>
        ) : null}
      </div>
      <div className={styles.actions}>
        <Button
          variant="plain"
          size="small"
          aria-label={copy('cards.rename.label', words)}
          onClick={onRename}
        >
          {copy('cards.rename')}
        </Button>
        <Button
          variant="quiet"
          size="small"
          busy={deleting}
          aria-label={deleting ? copy('cards.deleting.wait') : copy('cards.delete.label', words)}
          onClick={onDelete}
        >
          {copy(deleting ? 'cards.deleting' : 'cards.delete')}
        </Button>
      </div>
    </li>
  )
}
