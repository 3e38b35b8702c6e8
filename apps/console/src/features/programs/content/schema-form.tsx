import { isPictureField } from '@dineward/core/content/media.rules.ts'
import {
  ActionIcon,
  Button,
  Fieldset,
  Group,
  Select,
  Stack,
  Switch,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import { NumberField } from '../../../kit/form/number-field.tsx'
import { PictureField } from '../media/picture-field.tsx'
import { type FieldSchema, fieldLabel, newValue, textOf, variantsOf } from './field-schema.ts'
import { RichTextField } from './rich-text-field.tsx'

interface FieldProps {
  readonly schema: FieldSchema
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  /** Dotted, with which problems are found. */
  readonly path: string
  readonly problems: ReadonlyMap<string, string>
}

type Values = Readonly<Record<string, unknown>>

/** It makes a form from JSON Schema: every field of an object, in its order. */
export function SchemaFields({ schema, value, onChange, path, problems }: FieldProps) {
  const values = (value ?? {}) as Values
  return (
    <Stack gap="sm">
      {Object.entries(schema.properties ?? {})
        .filter(([, field]) => field.const === undefined)
        .map(([name, field]) => (
          <Field
            key={name}
            name={name}
            schema={field}
            value={values[name]}
            onChange={next => onChange({ ...values, [name]: next })}
            path={path ? `${path}.${name}` : name}
            problems={problems}
          />
        ))}
    </Stack>
  )
}

function Field({ name, ...props }: FieldProps & { name: string }) {
  const { schema, value, onChange, path, problems } = props
  const label = fieldLabel(name)
  const error = problems.get(path)
  if (schema.type === 'boolean')
    return (
      <Switch
        label={label}
        checked={value === true}
        onChange={event => onChange(event.currentTarget.checked)}
      />
    )
  if (schema.type === 'integer' || schema.type === 'number' || isNullableNumber(schema))
    return (
      <NumberField
        label={label}
        error={error}
        value={typeof value === 'number' ? value : null}
        onChange={next => onChange(next ?? undefined)}
      />
    )
  if (schema.enum)
    return (
      <Select
        label={label}
        error={error}
        data={[...schema.enum]}
        value={typeof value === 'string' ? value : null}
        onChange={next => onChange(next ?? undefined)}
        clearable
      />
    )
  if (schema.type === 'array') return <ListField label={label} {...props} />
  // Of a block, whose frame says what it is.
  if (schema.type === 'object' && name === 'fields') return <SchemaFields {...props} />
  if (schema.type === 'object')
    return (
      <Fieldset legend={label}>
        <SchemaFields {...props} />
      </Fieldset>
    )
  if (isPictureField(name))
    return <PictureField label={label} value={textOf(value)} onChange={onChange} error={error} />
  if (name === 'body_text')
    return (
      <RichTextField
        label={label}
        value={textOf(value)}
        maxLength={schema.maxLength ?? 20_000}
        error={error}
        onChange={onChange}
      />
    )
  return <TextField label={label} {...props} />
}

const isNullableNumber = ({ anyOf = [] }: FieldSchema): boolean =>
  anyOf.some(({ type }) => type === 'integer' || type === 'number')

function TextField({ label, schema, value, onChange, path, problems }: FieldProps & { label: string }) {
  const shared = {
    label,
    error: problems.get(path),
    value: textOf(value),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value),
  }
  const isLong = (schema.maxLength ?? 0) >= 2_000 && /body|text|copy|description|disclaimer/.test(path)
  return isLong ? <Textarea {...shared} autosize minRows={2} maxRows={14} /> : <TextInput {...shared} />
}

function ListField({ label, schema, value, onChange, path, problems }: FieldProps & { label: string }) {
  const items = schema.items ?? {}
  const list = Array.isArray(value) ? value : []
  if (items.type === 'string' || items.enum)
    return (
      <TagsInput
        label={label}
        error={problems.get(path)}
        value={list as string[]}
        onChange={onChange}
        {...(items.enum ? { data: [...items.enum] } : {})}
      />
    )
  const variants = variantsOf(items)
  const replace = (index: number, next: unknown) =>
    onChange(list.map((one, at) => (at === index ? next : one)))
  const move = (index: number, by: number) => {
    const next = [...list]
    next.splice(index + by, 0, ...next.splice(index, 1))
    onChange(next)
  }
  return (
    <Fieldset legend={label}>
      <Stack gap="sm">
        {list.map((item, index) => {
          const type = (item as { type?: string })?.type
          const variant = variants.find(one => one.type === type) ?? variants[0]
          const name = `${label} ${index + 1}`
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity of their own
            <Fieldset key={index} legend={type ? `${index + 1}: ${fieldLabel(type)}` : `${index + 1}`}>
              <Stack gap="xs">
                {variant && (
                  <SchemaFields
                    schema={variant.schema}
                    value={item}
                    onChange={next => replace(index, next)}
                    path={`${path}.${index}`}
                    problems={problems}
                  />
                )}
                <Group gap={4}>
                  <ActionIcon
                    variant="default"
                    aria-label={`Move ${name} up`}
                    disabled={index === 0}
                    onClick={() => move(index, -1)}
                  >
                    <IconArrowUp size={14} aria-hidden />
                  </ActionIcon>
                  <ActionIcon
                    variant="default"
                    aria-label={`Move ${name} down`}
                    disabled={index === list.length - 1}
                    onClick={() => move(index, 1)}
                  >
                    <IconArrowDown size={14} aria-hidden />
                  </ActionIcon>
                  <ActionIcon
                    variant="default"
                    aria-label={`Remove ${name}`}
                    onClick={() => onChange(list.filter((_, at) => at !== index))}
                  >
                    <IconTrash size={14} aria-hidden />
                  </ActionIcon>
                </Group>
              </Stack>
            </Fieldset>
          )
        })}
        <Group gap="xs">
          {variants.map(({ type, schema: one }) => (
            <Button
              key={type ?? 'item'}
              size="compact-sm"
              variant="default"
              onClick={() => onChange([...list, newValue(one, type)])}
            >
              Add {type ? fieldLabel(type).toLowerCase() : 'one'}
            </Button>
          ))}
        </Group>
      </Stack>
    </Fieldset>
  )
}
