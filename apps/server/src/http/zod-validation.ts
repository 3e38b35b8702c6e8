import { fieldMessage } from '@dineward/core/shared/fields/field-messages.ts'
import type { FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'

export function validateWithZod(app: FastifyInstance): void {
  z.config({ localeError: fieldMessage })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
}
