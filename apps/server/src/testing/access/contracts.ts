import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Contract } from '@dineward/core/shared/contract.ts'
import { type DocumentKind, documentOf } from '../../http/openapi/openapi.ts'
import type { TestApp } from '../test-app.ts'

const core = join(import.meta.dirname, '../../../../../packages/core/src')
const modules = await Promise.all(
  globSync('*/*.contract.ts', { cwd: core })
    .toSorted()
    .map(async file => (await import(/* @vite-ignore */ join(core, file))) as Record<string, unknown>),
)

/** Every call, by `METHOD /path` as OpenAPI writes it. */
const all: ReadonlyMap<string, Contract> = new Map(
  modules
    .flatMap(module => Object.values(module))
    .filter(isContract)
    .map(contract => [`${contract.method} ${contract.path.replace(/:(\w+)/g, '{$1}')}`, contract]),
)

type Host = DocumentKind['of']

function hostOfCall(name: string): Host {
  if (name.includes(' /v1/')) return 'Partner API'
  return name.includes(' /api/Console/') ? 'Console' : 'Site'
}

const contractsOf = (host: Host) => new Map([...all].filter(([name]) => hostOfCall(name) === host))

/** Of partners' sites, of the console, and of the partner API. */
export const contracts = contractsOf('Site')
export const consoleContracts = contractsOf('Console')
export const apiContracts = contractsOf('Partner API')

export interface Operation {
  readonly name: string
  readonly method: Contract['method']
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

/** What the server says it serves at these hosts. */
export async function operationsOf({ app }: TestApp, of: Host = 'Site'): Promise<Operation[]> {
  await app.ready()
  const { paths } = documentOf(app, { of, isSecure: false }) as {
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
