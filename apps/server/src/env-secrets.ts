import { minDistinctSigns, minSecretLength, readOrCreateSecrets } from './data-folder.ts'
import { isReadBy, listOf, type Source } from './env-values.ts'
import { variables } from './env-variables.ts'

/** Of each the first one signs; all are accepted, while they are replaced. */
export interface Secrets {
  /** The product's own: keys are made of it (`secret-keys.ts`). */
  readonly app: readonly string[]
  /** Shared with the card network: signs what it sends us. */
  readonly fidelWebhook: readonly string[]
  /** Of a second network; empty in production where there is none. */
  readonly kardWebhook: readonly string[]
  /** Shared with the card frame: proves that a card token came from it. */
  readonly cardToken: readonly string[]
}

const secretVariables = {
  app: 'APP_SECRET',
  fidelWebhook: 'FIDEL_WEBHOOK_SECRET',
  kardWebhook: 'KARD_WEBHOOK_SECRET',
  cardToken: 'CARD_TOKEN_SECRET',
} as const satisfies Record<keyof Secrets, keyof typeof variables>

/** All differ: who holds one must not be able to use another. */
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

export function readSecrets(source: Source, dataDir: string, production: boolean): Secrets {
  return {
    ...readFileOfSecrets(source, ['app', 'fidelWebhook', 'cardToken'], !production && { dataDir }),
    // A file of its own: data folders from before it keep their secrets.
    ...readFileOfSecrets(source, ['kardWebhook'], !production && { dataDir, fileName: 'kard.json' }),
  }
}

/** Of the environment, else of a generated file; empty where there is neither. */
function readFileOfSecrets<Name extends keyof Secrets>(
  source: Source,
  names: readonly Name[],
  file: { dataDir: string; fileName?: 'kard.json' } | false,
): Pick<Secrets, Name> {
  const isGiven = names.every(name => source[secretVariables[name]])
  const generated = isGiven || !file ? null : readOrCreateSecrets(file.dataDir, names, file.fileName)
  const read = (name: Name) => listOf(source[secretVariables[name]] || generated?.[name])
  return Object.fromEntries(names.map(name => [name, read(name)])) as unknown as Pick<Secrets, Name>
}

/** Those that a process of this role reads, by the names that operators know. */
export function secretsByVariable(role: string, secrets: Secrets): Record<string, readonly string[]> {
  const names = (Object.keys(secretVariables) as (keyof Secrets)[]).filter(name =>
    isReadBy(role, variables[secretVariables[name]]),
  )
  return Object.fromEntries(names.map(name => [secretVariables[name], secrets[name]]))
}
