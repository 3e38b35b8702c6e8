import type { CardVault } from './card-vault.ts'

/** The third parties, each behind a port. */
export interface Gateways {
  readonly cardVault: CardVault
}
