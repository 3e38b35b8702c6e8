import * as z from 'zod/mini'
import { type Audience, type Setting, type SettingControl, settingsOf } from './define-setting.ts'
import { settingTopics } from './partner-settings.ts'

/** A setting as a form shows it. */
export interface SettingField {
  /** The path is dotted. */
  readonly path: string
  readonly group: string
  readonly label: string
  readonly help: string
  readonly control: SettingControl
  readonly choices: readonly string[]
  /** Can be empty, which is null. */
  readonly nullable: boolean
  readonly minimum: number | null
  readonly maximum: number | null
  readonly seenBy: Audience
  /** A second person approves a change. */
  readonly needsTwoPeople: boolean
  /** Undefined where every partner must say it. */
  readonly default: unknown
}

interface Schema {
  readonly type?: string
  readonly items?: Schema
  readonly enum?: readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly minimum?: number
  readonly maximum?: number
}

/** Every setting that can be changed by itself, by topic. */
export const settingFields: readonly SettingField[] = settingTopics.flatMap(({ title, settings }) =>
  settingsOf(settings).map(([path, setting]) => fieldOf(path, title, setting)),
)

const byPath = new Map(settingTopics.flatMap(({ settings }) => settingsOf(settings)))

/** Sentences about what a change does, for someone about to save it. */
export function effectsOf(path: string, value: unknown): readonly string[] {
  const sentence = byPath.get(path)?.effect?.(value) ?? 'Pages and calls from now on.'
  return [sentence, 'Every server follows within 5 seconds.']
}

function fieldOf(path: string, group: string, setting: Setting): SettingField {
  const schema = z.toJSONSchema(setting.schema, { io: 'input', unrepresentable: 'any' }) as Schema
  const nullable = schema.anyOf?.some(({ type }) => type === 'null') ?? false
  const inner = nullable ? schema.anyOf!.find(({ type }) => type !== 'null')! : schema
  const { minimum = null, maximum = null } = inner
  return {
    path,
    group,
    label: setting.label,
    help: setting.help ?? '',
    control: setting.control ?? controlOf(inner),
    choices: inner.enum ?? inner.items?.enum ?? [],
    nullable,
    minimum,
    maximum: maximum === Number.MAX_SAFE_INTEGER ? null : maximum,
    seenBy: setting.seenBy,
    needsTwoPeople: setting.needsTwoPeople ?? false,
    default: setting.default,
  }
}

function controlOf({ type, enum: choices, items }: Schema): SettingControl {
  if (choices) return 'choice'
  switch (type) {
    case 'boolean':
      return 'switch'
    case 'integer':
      return 'number'
    case 'string':
      return 'text'
    case 'array':
      return items?.enum ? 'choices' : items?.type === 'string' ? 'list' : 'json'
    default:
      return 'json'
  }
}
