import { cardNetworks } from '@dineward/core/rewards/reports/networks.rules.ts'
import type { ReportedTransaction } from '@dineward/core/rewards/reports/reported-transaction.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { lookUp } from '@dineward/core/shared/look-up.ts'
import { networks } from './networks/networks.rules.ts'

export interface StoredEvent {
  readonly provider: string
  readonly event: string
  readonly body: string
  /** Where it is known before the card is: of a claim, or of an event that was processed before. */
  readonly partnerId?: string | null
}

/** Files and claims are in the shape of the first network. */
export function readReportedTransaction({
  provider,
  event,
  body,
}: StoredEvent): ReportedTransaction | AppError {
  const network = lookUp(networks, provider) ?? networks[cardNetworks[0]]
  const read = network.read(body, event)
  return read instanceof AppError ? read : read.transaction
}
