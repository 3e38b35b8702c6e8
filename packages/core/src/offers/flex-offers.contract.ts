import * as z from 'zod/mini'
import { flexOfferSchema } from '../merchants/merchants.contract.ts'
import { defineContract } from '../shared/contract.ts'

export const getFlexOffers = defineContract({
  method: 'GET',
  path: '/api/merchants/:merchantId/flex-offers/members/:publicId',
  summary: 'Offers to one member at one restaurant.',
  access: 'member',
  params: z.object({
    merchantId: z.string().check(z.maxLength(100)),
    publicId: z.string().check(z.maxLength(100)),
  }),
  response: z.object({ items: z.array(flexOfferSchema) }),
  errors: ['unauthorized', 'forbidden', 'not_found', 'merchant_not_found'],
})
