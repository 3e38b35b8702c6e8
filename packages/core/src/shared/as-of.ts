import * as z from 'zod/mini'
import type { Contract, ContractResponse } from './contract.ts'

/** Everything until then is in the figures; null: they are of now. */
export const asOfField = z.nullable(z.string())

/** What a service answers; when it is of is added where it is known from which database it came. */
export type FiguresResponse<C extends Contract> = Omit<ContractResponse<C>, 'asOf'>

/** Of a call that answers figures, or a file of them: `being_counted` says to ask again, since reading them takes long. */
export const figureErrors = [
  'validation_failed',
  'unauthorized',
  'forbidden',
  'not_found',
  'being_counted',
] as const
