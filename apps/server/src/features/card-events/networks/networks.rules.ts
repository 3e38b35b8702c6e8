import type { CardNetwork } from '@dineward/core/rewards/reports/networks.rules.ts'
import type { CardNetworkDefinition } from './define-network.rules.ts'
import { fidel } from './fidel.network.ts'
import { kard } from './kard.network.ts'

/** A network is a line of this registry, one in core's `networks.rules.ts`, its file, and that file's test. */
export const networks: Readonly<Record<CardNetwork, CardNetworkDefinition>> = { fidel, kard }
