import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'

interface Answer {
  readonly content?: Readonly<Record<string, { readonly schema: object }>>
}

interface DocumentedOperation {
  readonly responses: Readonly<Record<string, Answer>>
}

type Paths = Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>

interface Call {
  readonly name: string
  readonly method: string
  readonly parts: readonly string[]
  readonly responses: DocumentedOperation['responses']
}

// Formats of dates and addresses are patterns as well.
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
const validators = new WeakMap<object, ValidateFunction>()
/** Of the worker's first application: all serve the same calls. */
let calls: readonly Call[] | undefined

/** Fails where `/api/openapi.json` does not describe the answer: its status, its type, or its JSON. */
export function assertDocumented(
  app: FastifyInstance,
  { method, url }: { readonly method: string; readonly url: string },
  response: LightMyRequestResponse,
): void {
  if (!/^\/(api|hooks|v1)\//.test(url)) return
  calls ??= callsOf(app.swagger().paths as unknown as Paths)
  const call = callAt(calls, method, url.split('?')[0]!)
  if (call) assertAnswer(call, response)
}

function assertAnswer({ name, responses }: Call, response: LightMyRequestResponse): void {
  const { statusCode } = response
  const answer = responses[statusCode] ?? responses[`${Math.floor(statusCode / 100)}XX`]
  if (!answer) throw new Error(`${name} answers ${statusCode}, which the OpenAPI document does not name`)
  const [type = ''] = String(response.headers['content-type'] ?? '').split(';')
  if (type === '') return
  const schema = answer.content?.[type]?.schema
  if (!schema)
    throw new Error(`${name} answers ${statusCode} as ${type}, which the OpenAPI document does not name`)
  if (type !== 'application/json') return
  const validate = validators.get(schema) ?? ajv.compile(schema)
  validators.set(schema, validate)
  if (!validate(response.json()))
    throw new Error(
      `${name} answers ${statusCode} against the OpenAPI document: ${ajv.errorsText(validate.errors)}`,
    )
}

function callsOf(paths: Paths): Call[] {
  return Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { responses }]) => ({
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        parts: path.split('/'),
        responses,
      })),
    )
    .toSorted((a, b) => parametersOf(a) - parametersOf(b))
}

const parametersOf = ({ parts }: Call): number => parts.filter(isParameter).length
const isParameter = (part: string): boolean => part.startsWith('{')

/** Fixed addresses come before those with parameters. */
function callAt(all: readonly Call[], method: string, path: string): Call | undefined {
  const asked = path.split('/')
  return all.find(
    call =>
      call.method === method &&
      call.parts.length === asked.length &&
      call.parts.every((part, i) => part === asked[i] || (isParameter(part) && asked[i] !== '')),
  )
}
