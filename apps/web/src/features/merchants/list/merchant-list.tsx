import { type ComponentType, type ReactNode, Suspense, type SyntheticEvent } from 'react'
import type { AskedTable, ListedMerchant } from '../../../lib/listed-merchant.ts'
import { usePartner } from '../../../partner/partner-context.tsx'
import type { FavoriteButtonSlot, MerchantCardProps } from './merchant-card-parts.tsx'
import styles from './merchant-list.module.css'

export interface MerchantListProps {
  readonly merchants: readonly ListedMerchant[]
  readonly Card: ComponentType<MerchantCardProps>
  readonly compact?: boolean
  /** How many are visible without scrolling; the pictures of others load lazily. */
  readonly eager?: number
  readonly leaf?: boolean
  /** The place of the first one in all results, where the partner's cards have numbers. */
  readonly firstNumber?: number
  readonly asked?: AskedTable | null
  readonly activeId?: string | null
  readonly onActive?: (id: string | null) => void
  readonly FavoriteButton?: FavoriteButtonSlot
  /** What stands above and below a card. */
  readonly around?: (merchant: ListedMerchant, card: ReactNode) => ReactNode
}

/** Each card hydrates separately, so that a tap is not blocked by the rest. */
export function MerchantList(props: MerchantListProps) {
  const { merchants, Card, compact = false, eager = 0, leaf = false, asked = null } = props
  const { activeId = null, onActive, firstNumber = 1, FavoriteButton, around = plain } = props
  const { cards } = usePartner().layout
  const isNumbered = cards === 'numbered'
  const List = isNumbered ? 'ol' : 'ul'
  return (
    <List
      start={isNumbered ? firstNumber : undefined}
      data-cards={cards}
      className={[styles.list, leaf ? styles.leaf : '', compact ? styles.compact : '']
        .filter(Boolean)
        .join(' ')}
      {...(onActive ? pointing(onActive) : {})}
    >
      {merchants.map((merchant, index) => (
        <li
          key={merchant.id}
          data-merchant={onActive ? merchant.id : undefined}
          data-active={merchant.id === activeId || undefined}
        >
          {around(
            merchant,
            <Suspense fallback={null}>
              <Card
                merchant={merchant}
                eager={index === 0 && eager > 0}
                early={index < eager}
                asked={asked}
                FavoriteButton={FavoriteButton}
              />
            </Suspense>,
          )}
        </li>
      ))}
    </List>
  )
}

const plain = (_merchant: ListedMerchant, card: ReactNode): ReactNode => card

function pointing(onActive: (id: string | null) => void) {
  const point = ({ target }: SyntheticEvent) => {
    const item = (target as Element).closest<HTMLElement>('[data-merchant]')
    onActive(item?.dataset.merchant ?? null)
  }
  const leave = () => onActive(null)
  return { onPointerOver: point, onFocus: point, onPointerLeave: leave, onBlur: leave }
}
