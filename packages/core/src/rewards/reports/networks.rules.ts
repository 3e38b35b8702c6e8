import { isClaimed } from '../../claims/claimed-charges.rules.ts'

/**
 * The card networks, in the order in which commands and pages name them; the first is the default. Two may use the same
 * transaction id: a prefix keeps theirs apart. What else is known of one is in the server's `card-events/networks`.
 */
const networks = {
  fidel: { label: 'Fidel', idPrefix: '' },
  kard: { label: 'Kard', idPrefix: 'kard:' },
} as const

export type CardNetwork = keyof typeof networks

export const cardNetworks = Object.keys(networks) as [CardNetwork, ...CardNetwork[]]

/** The name of its secret in `secrets.json`. */
export const webhookSecretOf = <N extends CardNetwork>(network: N) => `${network}Webhook` as const

export const networkLabel = (network: CardNetwork): string => networks[network].label

/** People read it as the source of an event of the inbox. */
export function sourceLabel(provider: string): string {
  const network = cardNetworks.find(name => name === provider)
  return network ? networkLabel(network) : provider === 'claim' ? 'Missing dine' : 'File'
}

interface Transaction {
  readonly transactionId: string
}

/** We store the id that a network gives in this form. */
export const transactionIdAt = (network: CardNetwork, id: string): string =>
  `${networks[network].idPrefix}${id}`

/** These are the ids it may be stored as, where the network is not known. */
export const transactionIdsOf = (id: string): string[] =>
  cardNetworks.map(network => transactionIdAt(network, id))

export const idPrefixes: readonly string[] = Object.values(networks).flatMap(({ idPrefix }) => idPrefix || [])

export const networkOf = ({ transactionId }: Transaction): CardNetwork =>
  cardNetworks.find(name => networks[name].idPrefix && transactionId.startsWith(networks[name].idPrefix)) ??
  cardNetworks[0]

/** A claimed charge is of any network: either may report it later. */
export const isSameNetwork = (a: Transaction, b: Transaction): boolean =>
  isClaimed(a) || isClaimed(b) || networkOf(a) === networkOf(b)
