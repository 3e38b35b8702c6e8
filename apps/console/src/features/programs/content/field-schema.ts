/** The part of JSON Schema that content kinds use. */
export interface FieldSchema {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly string[]
  readonly properties?: Readonly<Record<string, FieldSchema>>
  readonly items?: FieldSchema
  readonly anyOf?: readonly FieldSchema[]
  readonly oneOf?: readonly FieldSchema[]
  readonly maxLength?: number
}

export interface Variant {
  /** Undefined where all are of one kind. */
  readonly type: string | undefined
  readonly schema: FieldSchema
}

/** Elements of a list may be of several kinds: blocks say theirs in `type`. */
export function variantsOf(items: FieldSchema): Variant[] {
  const kinds = items.oneOf ?? items.anyOf
  if (!kinds) return [{ type: undefined, schema: items }]
  return kinds.map(schema => ({ type: schema.properties?.type?.const as string | undefined, schema }))
}

export function newValue({ properties = {} }: FieldSchema, type: string | undefined): unknown {
  return { ...(type ? { type } : {}), ...('fields' in properties ? { fields: {} } : {}) }
}

/** "text_desktop" becomes "Text desktop". */
export function fieldLabel(name: string): string {
  if (name === 'url') return 'Address'
  if (/^image(_mobile)?_alt(_text)?$/.test(name))
    return 'What the image shows (empty: the words of the library)'
  const words = name.replaceAll('_', ' ')
  return words[0]!.toUpperCase() + words.slice(1)
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
