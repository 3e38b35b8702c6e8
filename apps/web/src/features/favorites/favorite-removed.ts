import { createContext } from 'react'
import type { ListedMerchant } from '../../lib/listed-merchant.ts'

/**
 * What a page does when a restaurant on it is taken off the saved ones, such as offering to put it back. Answers how to
 * take that back, where the restaurant could not be taken off.
 */
export const FavoriteRemoved = createContext<RemovedHandler | null>(null)

type RemovedHandler = (merchant: Pick<ListedMerchant, 'id' | 'name'>) => () => void
