import { fidelTransactionSchema, reportedByFidel } from '@dineward/core/rewards/fidel.contract.ts'
import { kardEventSchema, reportedByKard } from '@dineward/core/rewards/kard.contract.ts'
import type { ReportedTransaction } from '@dineward/core/rewards/reported-transaction.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { fieldMessage } from '@dineward/core/shared/field-messages.ts'
import * as z from 'zod/mini'

/** An event of the inbox. */
export interface StoredEvent {
  readonly provider: string
  readonly event: string
  readonly body: string
  /** Where it is known before the card is: of a claim, or of an event that was processed before. */
  readonly partnerId?: string | null
}

export const readFidelTransaction = (body: string) => readBody(fidelTransactionSchema, body)
export const readKardEvent = (body: string) => readBody(kardEventSchema, body)

/** Files and claims are in Fidel's shape. */
export function readReportedTransaction({
  provider,
  event,
  body,
}: StoredEvent): ReportedTransaction | AppError {
  if (provider === 'kard') {
    const read = readKardEvent(body)
    return read instanceof AppError ? read : reportedByKard(read)
  }
  const read = readFidelTransaction(body)
  return read instanceof AppError ? read : reportedByFidel(event, read)
}

function readBody<S extends z.core.$ZodType>(schema: S, body: string): z.output<S> | AppError {
  let json: unknown
  try {
    json = JSON.parse(body)
  } catch (cause) {
    return new AppError('invalid_json', { cause })
  }
  const result = z.safeParse(schema, json, { error: fieldMessage })
  if (result.success) return result.data
  const fieldErrors = result.error.issues.map(({ path, message }) => ({
    field: path.map(String).join('.') || 'body',
    message,
  }))
  return new AppError('validation_failed', { fieldErrors })
}
