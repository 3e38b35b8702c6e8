import * as activity from '@dineward/core/activity/activity.contract.ts'
import * as botCheck from '@dineward/core/bot-check/bot-check.contract.ts'
import * as cards from '@dineward/core/cards/cards.contract.ts'
import * as content from '@dineward/core/content/content.contract.ts'
import * as favorites from '@dineward/core/favorites/favorites.contract.ts'
import * as activation from '@dineward/core/identity/activation.contract.ts'
import * as identity from '@dineward/core/identity/identity.contract.ts'
import * as enrollment from '@dineward/core/members/enrollment.contract.ts'
import * as members from '@dineward/core/members/members.contract.ts'
import * as merchants from '@dineward/core/merchants/merchants.contract.ts'
import * as flexOffers from '@dineward/core/offers/flex-offers.contract.ts'
import * as featureFlags from '@dineward/core/partner/feature-flags.contract.ts'
import * as reservations from '@dineward/core/reservations/reservations.contract.ts'
import * as locations from '@dineward/core/search/locations.contract.ts'
import * as merchantSearch from '@dineward/core/search/search.contract.ts'
import type { Contract } from '@dineward/core/shared/contract.ts'
import * as staff from '@dineward/core/staff/staff.contract.ts'
import * as surveys from '@dineward/core/surveys/surveys.contract.ts'
import * as tracking from '@dineward/core/tracking/tracking.contract.ts'
import type { TestApp } from './test-app.ts'

/** Every call of the wire contract, by `METHOD /path` as OpenAPI writes it. */
export const contracts: ReadonlyMap<string, Contract> = new Map(
  [
    activation,
    activity,
    botCheck,
    cards,
    content,
    enrollment,
    featureFlags,
    identity,
    members,
    favorites,
    flexOffers,
    locations,
    merchantSearch,
    merchants,
    reservations,
    staff,
    surveys,
    tracking,
  ]
    .flatMap(module => Object.values(module) as unknown[])
    .filter(isContract)
    .map(contract => [`${contract.method} ${contract.path.replace(/:(\w+)/g, '{$1}')}`, contract]),
)

export interface Operation {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: JsonSchema }[]
  readonly body: JsonSchema | null
}

export interface JsonSchema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
}

/** What the server says it serves (`/api/openapi.json`). */
export async function operationsOf({ app }: TestApp): Promise<Operation[]> {
  const { paths } = (
    await app.inject({ url: '/api/openapi.json', headers: { host: 'localhost' } })
  ).json() as {
    paths: Record<string, Record<string, RawOperation>>
  }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([lower, { parameters = [], requestBody }]) => {
      const method = lower.toUpperCase() as Operation['method']
      const body = requestBody?.content['application/json']?.schema ?? null
      return { name: `${method} ${path}`, method, path, parameters, body }
    }),
  )
}

interface RawOperation {
  readonly parameters?: Operation['parameters']
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> }
}

function isContract(value: unknown): value is Contract {
  return typeof value === 'object' && value !== null && 'method' in value && 'access' in value
}
