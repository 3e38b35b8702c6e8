import type { Transaction } from '@dineward/core/activity/activity.contract.ts'
import type { CardNetwork } from './card-network-for-test.ts'

export const auth = 'transaction.auth'
export const clearing = 'transaction.clearing'
export const refund = 'transaction.refund'

/** The clock says March 10, 2026, 2 PM in New York; a dine without a time is of March 9. */
export const onTuesday = { datetime: '2026-03-10T19:30:00' }

export const dineOf = async (network: CardNetwork) => (await network.activity())[0]

export const partsOf = async (network: CardNetwork) => {
  const dine = (await dineOf(network)) as Pick<Transaction, 'components'>
  return dine.components.map(({ source, kind, amount }) => [source, kind, amount])
}
