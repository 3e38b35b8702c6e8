import type * as z from 'zod/mini'
import type { ZodMiniType } from 'zod/mini'
import type { ControlledAction } from '../approvals/approvals.rules.ts'
import type { ApiScope } from '../partner-api/api-scopes.ts'
import type { Permission } from '../staff/permissions.ts'
import type { ErrorCode } from './errors.ts'

/**
 * Enforced in `http/serve.ts`, for the console's calls in `http/serve-console.ts`, and for those of the partner API in
 * `http/serve-api.ts`. `person`: anyone signed in, also a person of the partner who has not joined. `network`: the
 * permission is needed in all programs. `key`: the scope that a key of the partner API needs.
 */
export type Access =
  | 'public'
  | 'person'
  | 'member'
  | { readonly staff: Permission | 'any' }
  | { readonly console: Permission | 'any'; readonly scope?: 'network' }
  | { readonly key: ApiScope | 'any' }

/** Of calls by staff. */
export type StaffAccess = Extract<Access, { staff: unknown } | { console: unknown }>

/** One call of the wire. `path` is a Fastify path; its letter case is part of the contract. */
export interface Contract {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly summary: string
  readonly access: Access
  /** It moves or promises money: above a limit it waits for a second person (`http/serve-controlled.ts`). */
  readonly approval?: ControlledAction
  /** Who calls proved within the last five minutes that it is them. Only calls of the console ask for it. */
  readonly reauthenticates?: true
  /** A public call whose answer depends on the member who makes it. */
  readonly personalized?: true
  readonly params?: ZodMiniType
  readonly query?: ZodMiniType
  readonly body?: ZodMiniType
  readonly response: ZodMiniType
  /** Content types of the answer; JSON without them. */
  readonly answerTypes?: readonly string[]
  /** These are the content types of the body, which is JSON without them. Without `body` it is a file. */
  readonly bodyTypes?: readonly string[]
  /** The header is `Idempotency-Key`: the same call with the same key changes nothing more. */
  readonly idempotencyKey?: 'required' | 'optional'
  /** It is 200 when left out. */
  readonly successStatus?: 201 | 202
  /** Fields at fault are answered with 400 and a bare list of `{ field, message }` (wire: Errors). */
  readonly bareFieldErrors?: true
  /** Of the partner API: dates on which it was announced to go, and after which it is gone. */
  readonly deprecated?: { readonly since: string; readonly until: string }
  readonly errors: readonly ErrorCode[]
}

type Part<S> = S extends ZodMiniType ? z.output<S> : undefined
type PartIn<S> = S extends ZodMiniType ? z.input<S> : undefined

export interface ContractInput<C extends Contract> {
  readonly params: Part<C['params']>
  readonly query: Part<C['query']>
  readonly body: Part<C['body']>
}

type Given<K extends string, T> = [T] extends [undefined]
  ? { readonly [P in K]?: undefined }
  : Record<never, never> extends T
    ? { readonly [P in K]?: T }
    : { readonly [P in K]: T }

/** Defaults are not filled in yet. */
export type ContractRequest<C extends Contract> = Given<'params', PartIn<C['params']>> &
  Given<'query', PartIn<C['query']>> &
  Given<'body', PartIn<C['body']>>

export type ContractResponse<C extends Contract> = z.output<C['response']>

export function defineContract<const C extends Contract>(contract: C): C {
  return contract
}
