import type { ConsoleSetting } from '@dineward/core/console-programs/settings.contract.ts'
import { Checkbox, Group, JsonInput, Select, Switch, TagsInput, TextInput } from '@mantine/core'
import { NumberField } from '../../../kit/form/number-field.tsx'
import { RolesControl } from './roles-control.tsx'
import { jsonOf, jsonText } from './setting-words.ts'
import { TextsControl } from './texts-control.tsx'

interface ControlProps {
  readonly setting: ConsoleSetting
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  readonly error: string | undefined
}

/** The control that fits what the setting holds. */
export function SettingControl({ setting, value, onChange, error }: ControlProps) {
  const { label, help, nullable, control } = setting
  const shared = { label, description: help || undefined, error, 'data-autofocus': true }
  switch (control) {
    case 'switch':
      return (
        <Switch
          {...shared}
          checked={value === true}
          onChange={event => onChange(event.currentTarget.checked)}
        />
      )
    case 'texts':
      return <TextsControl setting={setting} value={value} onChange={onChange} error={error} />
    case 'number':
    case 'money':
      return <NumberControl setting={setting} value={value} onChange={onChange} error={error} />
    case 'rate':
      return <RateControl setting={setting} value={value} onChange={onChange} error={error} />
    case 'choice':
      return (
        <Select
          {...shared}
          data={[...setting.choices]}
          value={(value as string | null) ?? null}
          onChange={onChange}
          clearable={nullable}
          allowDeselect={nullable}
        />
      )
    case 'choices':
      return (
        <Checkbox.Group {...shared} value={(value as string[]) ?? []} onChange={onChange}>
          <Group mt={4}>
            {setting.choices.map(choice => (
              <Checkbox key={choice} value={choice} label={choice} />
            ))}
          </Group>
        </Checkbox.Group>
      )
    case 'list':
      return (
        <TagsInput
          {...shared}
          placeholder="Type one and press Enter"
          value={(value as string[]) ?? []}
          onChange={onChange}
        />
      )
    case 'roles':
      return <RolesControl value={value as Record<string, string[]>} onChange={onChange} error={error} />
    case 'text':
      return (
        <TextInput
          {...shared}
          value={(value as string | null) ?? ''}
          onChange={({ currentTarget }) => onChange(emptyAs(currentTarget.value, nullable))}
        />
      )
    case 'json':
      return <JsonControl setting={setting} value={value} onChange={onChange} error={error} />
  }
}

function JsonControl({ setting: { label, help, nullable }, value, onChange, error }: ControlProps) {
  return (
    <JsonInput
      label={label}
      description={[help, nullable ? 'null: none.' : ''].filter(Boolean).join(' ') || undefined}
      error={error}
      data-autofocus
      autosize
      minRows={4}
      maxRows={20}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      value={jsonText(value)}
      onChange={text => onChange(jsonOf(text))}
    />
  )
}

const emptyAs = (text: string, nullable: boolean) => (text === '' && nullable ? null : text)

function NumberControl({ setting, value, onChange, error }: ControlProps) {
  const { label, help, nullable, control, minimum, maximum } = setting
  const factor = control === 'money' ? 100 : 1
  return (
    <NumberField
      label={label}
      description={help || undefined}
      error={error}
      data-autofocus
      unit={factor}
      value={typeof value === 'number' ? value : null}
      onChange={next => {
        if (next !== null) onChange(Math.round(next))
        else if (nullable) onChange(null)
      }}
      {...(control === 'money'
        ? { prefix: '$', decimalScale: 2, fixedDecimalScale: true }
        : { allowDecimal: false })}
      {...(minimum === null ? {} : { min: minimum / factor })}
      {...(maximum === null ? {} : { max: maximum / factor })}
      clampBehavior="none"
    />
  )
}

function RateControl({ setting, value, onChange, error }: ControlProps) {
  const rate = value as { numerator: number; denominator: number }
  const part = (name: 'numerator' | 'denominator', label: string) => (
    <NumberField
      label={label}
      value={rate?.[name] ?? null}
      onChange={next => onChange({ ...rate, [name]: next ?? undefined })}
      allowDecimal={false}
      min={0}
      clampBehavior="none"
      error={name === 'denominator' ? error : undefined}
      w={170}
    />
  )
  return (
    <Group component="fieldset" bd={0} p={0} align="flex-end" gap="xs" aria-label={setting.label}>
      {part('numerator', `${setting.label}, units`)}
      {part('denominator', 'for so many cents')}
    </Group>
  )
}
