import {
  type CardNetwork,
  cardNetworks,
  webhookSecretOf,
} from '@dineward/core/rewards/reports/networks.rules.ts'
import { minDistinctSigns, minSecretLength, readOrCreateSecrets } from '../data-folder/data-folder.ts'
import { isReadBy, listOf, type Source } from './env-values.ts'
import { variables, webhookVariableOf } from './env-variables.ts'

const secretVariables = {
  /** The product's own: keys are made of it (`secret-keys.ts`). */
  app: 'APP_SECRET',
  ...webhookVariables(),
  /** It is shared with the card frame, and proves that a card token came from it. */
  cardToken: 'CARD_TOKEN_SECRET',
} as const satisfies Record<string, keyof typeof variables>

/** The first of each signs, and all are accepted while they are replaced. In production one that is not set is empty. */
export type Secrets = Readonly<Record<keyof typeof secretVariables, readonly string[]>>

function webhookVariables() {
  const entries = cardNetworks.map(network => [webhookSecretOf(network), webhookVariableOf(network)])
  return Object.fromEntries(entries) as Record<
    ReturnType<typeof webhookSecretOf<CardNetwork>>,
    ReturnType<typeof webhookVariableOf<CardNetwork>>
  >
}

/** Each card network signs with these secrets. */
export function webhookSecrets(secrets: Secrets): Readonly<Record<CardNetwork, readonly string[]>> {
  const entries = cardNetworks.map(network => [network, secrets[webhookSecretOf(network)]])
  return Object.fromEntries(entries) as Record<CardNetwork, readonly string[]>
}

/** All secrets differ: the holder of one must not be able to use another. */
export function secretProblems(source: Source): string[] {
  const secrets = Object.values(secretVariables).flatMap(name =>
    listOf(source[name]).map(secret => ({ name, secret })),
  )
  const tokens = listOf(source.METRICS_TOKEN).map(secret => ({ name: 'METRICS_TOKEN', secret }))
  const weak = [...secrets, ...tokens].filter(({ secret }) => !isStrong(secret))
  const problems = [...new Set(weak.map(({ name }) => name))].map(
    name =>
      `Each secret of ${name} must have at least ${minSecretLength} characters, of which ${minDistinctSigns} differ.`,
  )
  if (new Set(secrets.map(({ secret }) => secret)).size < secrets.length)
    problems.push(`${Object.values(secretVariables).join(', ')} must all be different.`)
  return problems
}

const isStrong = (secret: string): boolean =>
  secret.length >= minSecretLength && new Set(secret).size >= minDistinctSigns

/** They come from the environment, else from a file that is generated outside production. */
export function readSecrets(source: Source, dataDir: string, production: boolean): Secrets {
  const names = Object.keys(secretVariables) as (keyof Secrets)[]
  const isGiven = names.every(name => source[secretVariables[name]])
  const generated = isGiven || production ? null : readOrCreateSecrets(dataDir, names)
  const read = (name: keyof Secrets) => listOf(source[secretVariables[name]] || generated?.[name])
  return Object.fromEntries(names.map(name => [name, read(name)])) as Record<keyof Secrets, string[]>
}

/** Those that a process of this role reads, by the names that operators know. */
export function secretsByVariable(role: string, secrets: Secrets): Record<string, readonly string[]> {
  const names = (Object.keys(secretVariables) as (keyof Secrets)[]).filter(name =>
    isReadBy(role, variables[secretVariables[name]]),
  )
  return Object.fromEntries(names.map(name => [secretVariables[name], secrets[name]]))
}
