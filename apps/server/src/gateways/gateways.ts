import type { CardVault } from './card-vault.ts'
import type { Mailer } from './mailer.ts'

/** The third parties, each behind a port. */
export interface Gateways {
  readonly cardVault: CardVault
  readonly mailer: Mailer
}
