import * as z from 'zod/mini'
import { defineContract } from '../shared/contract.ts'
import { type SeenValue, seenTree, shapeOf } from './settings/define-setting.ts'
import { settingTree } from './settings/partner-settings.ts'

type Seen<A extends 'authFlags' | 'partnerFeatureFlags'> = SeenValue<typeof settingTree, A>

/** Every field for every partner, by the specification's names (shell §3.2). */
export interface FeatureFlags {
  readonly authFlags: Seen<'authFlags'> & { readonly hasSmsOptIn: boolean; readonly hasSmsOptInV2: boolean }
  readonly filters: z.infer<typeof filters>
  readonly partnerFeatureFlags: Seen<'partnerFeatureFlags'> & {
    readonly acclaimedEnabled: boolean
    readonly acclaimed2Enabled: boolean
    readonly cmsRoute: string
    readonly openTableReservationsEnabled: boolean
  }
}

export const authFlags = seenTree(settingTree, ['authFlags'])
export const partnerFeatureFlags = seenTree(settingTree, ['partnerFeatureFlags'])
const filters = z.object({
  acclaimed: z.boolean(),
  benefits: z.boolean(),
  reservations: z.boolean(),
  new: z.boolean(),
  priceRange: z.boolean(),
  features: z.boolean(),
  mealsServed: z.boolean(),
})

export const featureFlagsSchema = z.object({
  authFlags: z.object({ ...shapeOf(authFlags), hasSmsOptIn: z.boolean(), hasSmsOptInV2: z.boolean() }),
  filters,
  partnerFeatureFlags: z.object({
    ...shapeOf(partnerFeatureFlags),
    acclaimedEnabled: z.boolean(),
    acclaimed2Enabled: z.boolean(),
    cmsRoute: z.string(),
    openTableReservationsEnabled: z.boolean(),
  }),
}) as unknown as z.ZodMiniType<FeatureFlags>

export const getFeatureFlags = defineContract({
  method: 'GET',
  path: '/api/feature-flags',
  summary: 'What the partner has switched on, now.',
  access: 'public',
  response: featureFlagsSchema,
  errors: [],
})
