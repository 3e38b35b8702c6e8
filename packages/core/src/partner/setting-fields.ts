import * as z from 'zod/mini'
import { partnerSettingsSchema } from './partner-settings.ts'
import type { SettingControl } from './setting-controls.ts'
import { describeSetting, type SettingDescription } from './setting-descriptions.ts'

export interface SettingField extends SettingDescription {
  /** Dotted. */
  readonly path: string
  readonly control: SettingControl
  readonly choices: readonly string[]
  /** Can be empty, which is null. */
  readonly nullable: boolean
  readonly minimum: number | null
  readonly maximum: number | null
}

interface Schema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly enum?: readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly minimum?: number
  readonly maximum?: number
}

/** Every setting that can be changed by itself, in the order of the schema. */
export const settingFields: readonly SettingField[] = fieldsIn(
  z.toJSONSchema(partnerSettingsSchema, { io: 'input', unrepresentable: 'any' }) as Schema,
)

function fieldsIn({ properties = {} }: Schema, under = ''): SettingField[] {
  return Object.entries(properties).flatMap(([key, schema]) =>
    schema.properties && !isRate(schema)
      ? fieldsIn(schema, `${under}${key}.`)
      : [fieldOf(under + key, schema)],
  )
}

function fieldOf(path: string, schema: Schema): SettingField {
  const nullable = schema.anyOf?.some(({ type }) => type === 'null') ?? false
  const inner = nullable ? schema.anyOf!.find(({ type }) => type !== 'null')! : schema
  const { minimum = null, maximum = null } = inner
  return {
    path,
    ...describeSetting(path),
    control: controlOf(path, inner),
    choices: inner.enum ?? inner.items?.enum ?? [],
    nullable,
    minimum,
    maximum: maximum === Number.MAX_SAFE_INTEGER ? null : maximum,
  }
}

function controlOf(path: string, schema: Schema): SettingControl {
  if (path === 'staffRoles') return 'roles'
  if (isRate(schema)) return 'rate'
  if (schema.enum) return 'choice'
  switch (schema.type) {
    case 'boolean':
      return 'switch'
    case 'integer':
      return path.endsWith('Cents') ? 'money' : 'number'
    case 'string':
      return 'text'
    case 'array':
      return listControlOf(schema.items)
    default:
      return 'json'
  }
}

function listControlOf(items: Schema | undefined): SettingControl {
  if (items?.enum) return 'choices'
  return items?.type === 'string' ? 'list' : 'json'
}

function isRate({ properties = {} }: Schema): boolean {
  return Object.keys(properties).join() === 'numerator,denominator'
}
