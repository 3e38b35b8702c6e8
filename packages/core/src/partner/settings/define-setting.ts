import * as z from 'zod/mini'

/* A setting is described once. The schema, the defaults, the console's form, what browsers get, the feature flags and docs/settings.md derive from its definition. */

/**
 * Who sees a setting: the server only, browsers with each page, or also everyone who calls `/api/feature-flags`, in one of
 * the groups of its answer (shell §3.2).
 */
export const audiences = ['server', 'browser', 'authFlags', 'partnerFeatureFlags'] as const
export type Audience = (typeof audiences)[number]
export type BrowserAudience = Exclude<Audience, 'server'>

/** What a form shows for a setting; `json` for what no simple control can edit. */
export const settingControls = [
  'switch',
  'number',
  'money',
  'rate',
  'text',
  'choice',
  'choices',
  'list',
  'roles',
  'texts',
  'json',
] as const
export type SettingControl = (typeof settingControls)[number]

interface Definition<T, A extends Audience> {
  readonly schema: z.ZodMiniType<T>
  /** Left out where every partner must say it. */
  readonly default?: NoInfer<T>
  readonly label: string
  readonly help?: string
  /** Only the server sees the setting where this is left out. */
  readonly seenBy?: A
  /** What browsers get of the value, where that is not all of it. */
  seenAs?(value: T): T
  /** Needed where it does not follow from the schema. */
  readonly control?: SettingControl
  /** A second person approves a change: it moves or promises money, or says who may. */
  readonly needsTwoPeople?: true
  /** What a change does, for a person who is about to save it. */
  effect?(value: T): string
}

export interface Setting<T = unknown, A extends Audience = Audience> extends Definition<T, A> {
  readonly seenBy: A
}

export interface SettingTree {
  readonly [name: string]: Setting | SettingTree
}

export type ValueOf<N> = N extends Setting<infer T> ? T : { -readonly [K in keyof N]: ValueOf<N[K]> }

/** The settings of a tree that these audiences see, in the same shape. */
export type SeenValue<N, A extends Audience> = {
  -readonly [K in keyof N as IsSeen<N[K], A> extends true ? K : never]: N[K] extends Setting<infer T>
    ? T
    : SeenValue<N[K], A>
}

type IsSeen<N, A extends Audience> =
  N extends Setting<infer _, infer B>
    ? B extends A
      ? true
      : false
    : true extends { [K in keyof N]: IsSeen<N[K], A> }[keyof N]
      ? true
      : false

export function defineSetting<T, const A extends Audience = 'server'>(
  definition: Definition<T, A>,
): Setting<T, A> {
  return { ...definition, seenBy: definition.seenBy ?? ('server' as A) }
}

/** What one file defines, under the title that the console and the documents give it. */
export interface SettingTopic<N extends SettingTree = SettingTree> {
  readonly title: string
  readonly settings: N
}

export const defineTopic = <N extends SettingTree>(title: string, settings: N): SettingTopic<N> => ({
  title,
  settings,
})

const isSetting = (node: Setting | SettingTree): node is Setting => 'seenBy' in node

/** Each setting comes with its dotted path. */
export function settingsOf(tree: SettingTree, under = ''): [path: string, setting: Setting][] {
  return Object.entries(tree).flatMap(([name, node]): [string, Setting][] =>
    isSetting(node) ? [[under + name, node]] : settingsOf(node, `${under}${name}.`),
  )
}

export function schemaOf<N extends SettingTree>(tree: N): z.ZodMiniType<ValueOf<N>> {
  return z.strictObject(shapeOf(tree)) as unknown as z.ZodMiniType<ValueOf<N>>
}

export function shapeOf(tree: SettingTree): Record<string, z.ZodMiniType> {
  return Object.fromEntries(
    Object.entries(tree).map(([name, node]) => [name, isSetting(node) ? node.schema : schemaOf(node)]),
  )
}

/** Settings without a default are left out. */
export function defaultsOf(tree: SettingTree): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(tree).flatMap(([name, node]) => {
      const value = isSetting(node) ? node.default : defaultsOf(node)
      const isEmpty = value === undefined || (!isSetting(node) && Object.keys(value as object).length === 0)
      return isEmpty ? [] : [[name, value]]
    }),
  )
}

/** The part of a tree that these audiences see. */
export function seenTree(tree: SettingTree, seenBy: readonly Audience[]): SettingTree {
  return Object.fromEntries(
    Object.entries(tree).flatMap(([name, node]): [string, Setting | SettingTree][] => {
      if (isSetting(node)) return seenBy.includes(node.seenBy) ? [[name, node]] : []
      const inner = seenTree(node, seenBy)
      return Object.keys(inner).length > 0 ? [[name, inner]] : []
    }),
  )
}

/** Copy what a tree names and browsers may see of it, and nothing else. */
export function valuesIn(
  tree: SettingTree,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(tree).map(([name, node]) => [
      name,
      isSetting(node)
        ? (node.seenAs?.(values[name]) ?? values[name])
        : valuesIn(node, values[name] as Record<string, unknown>),
    ]),
  )
}
