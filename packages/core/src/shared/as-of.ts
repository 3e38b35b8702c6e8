import * as z from 'zod/mini'
import type { Contract, ContractResponse } from './contract.ts'

/** Everything until then is in the figures; null: they are of now. */
export const asOfField = z.nullable(z.string())

/** What a service answers; when it is of is added where it is known from which database it came. */
export type FiguresResponse<C extends Contract> = Omit<ContractResponse<C>, 'asOf'>
