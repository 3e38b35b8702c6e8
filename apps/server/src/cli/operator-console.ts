import type { Contract } from '@dineward/core/shared/contract.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { consoleRoutes } from '../console-routes.ts'
import type { StaffActor } from '../context.ts'
import { announceChange } from '../db/changes.ts'
import { isReachable } from '../db/open-database.ts'
import { watchSurroundings } from '../doctor/surroundings.ts'
import { addSecurityEvents } from '../features/security-events/security-events.service.ts'
import { operatorActor } from '../features/staff/operator-actor.service.ts'
import { readJsonBodies } from '../http/bodies/json-bodies.ts'
import { errorHandler } from '../http/errors.ts'
import { operationIdOf } from '../http/openapi/openapi.ts'
import { validateWithZod } from '../http/zod-validation.ts'
import { openContent } from '../open-content.ts'
import type { World } from '../world.ts'

const host = 'console.localhost'

export interface OperatorConsole extends AsyncDisposable {
  /** By name. Those that take or answer files, or belong to a browser, are left out. */
  readonly calls: ReadonlyMap<string, Contract>
  /** @returns the answer, parsed */
  call(contract: Contract, input: CallInput): Promise<{ readonly status: number; readonly body: unknown }>
}

export interface CallInput {
  readonly params: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: object | null
  readonly idempotencyKey?: string | undefined
}

/** The calls of the console without a browser: by an operator, who may do in every program what staff of all may. */
export async function openOperatorConsole(world: World, name: string): Promise<OperatorConsole> {
  const calls = new Map<string, Contract>()
  const app = Fastify({ logger: { level: 'silent' } })
  validateWithZod(app)
  app.setErrorHandler(errorHandler)
  addSecurityEvents(app, { db: world.database.db, clock: world.clock, appSecrets: world.env.secrets.app })
  readJsonBodies(app)
  app.addHook('onRoute', ({ config }) => {
    const contract = config?.consoleCall
    if (contract && !contract.bodyTypes && !contract.answerTypes)
      calls.set(operationIdOf(contract.method, contract.path), contract)
  })
  const content = openContent(world, { info() {}, warn() {} }, () => {
    void announceChange(world.database.db, 'content').catch(() => {})
  })
  await app.register(async scope => consoleRoutes(scope, servicesOf(world, operatorActor(name), content)))
  return {
    calls,
    call: (contract, input) => callOn(app, contract, input),
    async [Symbol.asyncDispose]() {
      content.close()
      await app.close()
    },
  }
}

/** No process is woken: each looks for work within a minute by itself. */
function servicesOf(
  { env, database, replica, clock, gateways, partners }: World,
  operator: StaffActor,
  content: ReturnType<typeof openContent>,
): Parameters<typeof consoleRoutes>[1] {
  return {
    db: database.db,
    database,
    clock,
    gateways,
    partners,
    replica,
    content,
    operator,
    appSecrets: env.secrets.app,
    console: { hosts: [host], needsSecondFactor: false },
    api: { hosts: env.apiHosts, isDemo: env.appEnv === 'demo' },
    production: env.production,
    isReady: () => isReachable(database.db),
    checkSurroundings: watchSurroundings(env, partners),
    wakeInbox() {},
    wakeMails() {},
    wakeImports() {},
    wakeFinance() {},
  }
}

async function callOn(
  app: FastifyInstance,
  { method, path }: Contract,
  { params, query, body, idempotencyKey }: CallInput,
): Promise<{ status: number; body: unknown }> {
  const answer = await app.inject({
    method,
    url: path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? ''))),
    query: Object.fromEntries(
      Object.entries(query).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.map(String) : String(value),
      ]),
    ),
    headers: { host, ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}) },
    ...(body ? { payload: body } : {}),
  })
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() }
}
