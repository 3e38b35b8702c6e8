import { createContext, useContext } from 'react'
import type { ListedMerchant } from '../../../lib/listed-merchant.ts'
import { useCopy } from '../../../partner/partner-context.tsx'
import { CloseButton } from '../../../ui/dialog/close-button.tsx'
import styles from './place-remove-button.module.css'

type Removed = (merchant: Pick<ListedMerchant, 'id' | 'name'>) => void

export const PlaceRemoved = createContext<Removed>(() => {})

interface PlaceRemoveButtonProps {
  readonly merchant: Pick<ListedMerchant, 'id' | 'name'>
}

/** It stands where other lists have the heart. */
export function PlaceRemoveButton({ merchant }: PlaceRemoveButtonProps) {
  const copy = useCopy()
  const onRemove = useContext(PlaceRemoved)
  return (
    <CloseButton
      className={styles.remove}
      label={copy('lists.remove', { merchant: merchant.name })}
      onClick={() => onRemove(merchant)}
    />
  )
}
