import type { Contract } from '@dineward/core/shared/contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { FastifyRequest } from 'fastify'

/**
 * A call whose body is JSON takes nothing else, also where the calls beside it take files: a file's bytes would be
 * checked like fields. A call without a body may declare JSON (shell §7).
 */
export function assertBodyType({ headers }: FastifyRequest, { bodyTypes }: Contract): void {
  const type = headers['content-type']
  if (bodyTypes || type === undefined) return
  if (type.split(';', 1)[0]!.trim().toLowerCase() !== 'application/json')
    throw new AppError('unsupported_media_type')
}
