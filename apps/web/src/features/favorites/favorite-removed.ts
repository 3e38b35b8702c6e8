import { createContext } from 'react'
import type { ListedMerchant } from '../../lib/listed-merchant.ts'

/**
 * Called when a favorite is removed, for example to offer undo. The returned function reverts that if removing fails.
 */
export const FavoriteRemoved = createContext<RemovedHandler | null>(null)

type RemovedHandler = (merchant: Pick<ListedMerchant, 'id' | 'name'>) => () => void
