import { parseArgs } from 'node:util'
import type { Contract } from '@dineward/core/shared/contract.ts'
import type { ErrorBody } from '@dineward/core/shared/errors.ts'
import type { ZodMiniType } from 'zod/mini'
import { actorName, recordAudit } from '../../features/staff/audit.service.ts'
import { approvalAddress } from '../command-context.ts'
import type { Caller, Command } from '../control.ts'
import type { CallInput, OperatorConsole } from '../operator-console.ts'

export const usage =
  'npm run call -- list [WORD]...\n' +
  'npm run call -- NAME [--json \'{"id": "..."}\'] [--reason TEXT] [--key KEY]\n' +
  '  What staff do in the console, by your user name here, in every program. --json has what stands in the path, the\n' +
  '  query and the body. A change needs a reason, which the audit log keeps. --key: the same call with the same key\n' +
  '  changes nothing more, where the list says so.'

/** Exit code 1 where the call is refused. */
export const callCommand: Command = async (world, args, caller) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      json: { type: 'string', default: '{}' },
      reason: { type: 'string', default: '' },
      key: { type: 'string' },
    },
  })
  const [name = '', ...words] = positionals
  // Other commands do without all that the console can do.
  const { openOperatorConsole } = await import('../operator-console.ts')
  await using operator = await openOperatorConsole(world, actorName(caller.actor))
  if (name === 'list') return list(operator, words, caller)
  const contract = operator.calls.get(name)
  if (!contract || words.length > 0) throw new Error(`There is no call "${positionals.join(' ')}".\n${usage}`)
  const isChange = contract.method !== 'GET'
  const reason = values.reason.trim()
  if (isChange && reason === '') throw new Error(`${name} changes something: say why, with --reason.`)
  const given = { ...parsed(values.json), ...(isChange && takes(contract.body, 'reason') ? { reason } : {}) }
  if (isChange) {
    const audited = { db: world.database.db, clock: world.clock, actor: caller.actor }
    await recordAudit(audited, { action: 'operator.call', subject: name, partnerId: null, reason })
  }
  const answer = await operator.call(contract, { ...inputOf(contract, given), idempotencyKey: values.key })
  const { approvalId, message } = (answer.body ?? {}) as Partial<ErrorBody>
  if (approvalId) caller.print(`${message} ${approvalAddress(world, approvalId)}`)
  else if (answer.status < 400) caller.print(JSON.stringify(answer.body, null, 2))
  else for (const line of problemOf(answer.body as ErrorBody)) caller.print(line)
  return answer.status < 400 ? 0 : 1
}

function list({ calls }: OperatorConsole, words: readonly string[], { print }: Caller): number {
  const found = [...calls].filter(([name, { summary }]) =>
    words.every(word => `${name} ${summary}`.toLowerCase().includes(word.toLowerCase())),
  )
  for (const [name, contract] of found.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    print(`${name}  ${contract.summary}`)
    const fields = fieldsOf(contract)
    if (fields.length > 0) print(`  ${fields.join(', ')}`)
  }
  print(`${found.length} calls.`)
  return 0
}

/** Those that may be left out have a question mark. */
function fieldsOf({ params, query, body, idempotencyKey }: Contract): string[] {
  const fields = [params, query, body].flatMap(schema =>
    Object.entries(shapeOf(schema) ?? {})
      .filter(([name]) => schema !== body || name !== 'reason')
      .map(([name, { _zod }]) => `${name}${_zod.optin === 'optional' ? '?' : ''}`),
  )
  return [...new Set(fields), ...(idempotencyKey ? ['with --key'] : [])]
}

/** Null where it is no object, but one of several. */
function shapeOf(schema: ZodMiniType | undefined): Readonly<Record<string, ZodMiniType>> | null {
  const { shape } = (schema?._zod.def ?? {}) as { shape?: Readonly<Record<string, ZodMiniType>> }
  return shape ?? null
}

const takes = (schema: ZodMiniType | undefined, field: string): boolean => {
  const shape = shapeOf(schema)
  return schema !== undefined && (shape === null || Object.hasOwn(shape, field))
}

function parsed(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch {}
  throw new Error(`--json is not an object in JSON: ${json.slice(0, 100)}`)
}

function inputOf({ method, path, params, query, body }: Contract, given: Record<string, unknown>): CallInput {
  const isParam = (name: string) => Object.hasOwn(shapeOf(params) ?? {}, name) && path.includes(`:${name}`)
  const isQuery = (name: string) => method === 'GET' || Object.hasOwn(shapeOf(query) ?? {}, name)
  const pick = (isIn: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(given).filter(([name]) => isIn(name)))
  return {
    params: pick(isParam),
    query: pick(name => !isParam(name) && isQuery(name)),
    body: body ? pick(name => !isParam(name) && !isQuery(name)) : null,
  }
}

function problemOf({ message, fieldErrors = [] }: ErrorBody): string[] {
  return [message, ...fieldErrors.map(({ field, message: problem }) => `  ${field}: ${problem}`)]
}
