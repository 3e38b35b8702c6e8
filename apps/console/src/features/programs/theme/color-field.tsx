import { TextInput } from '@mantine/core'
import styles from './color-field.module.css'

/** A color by its code, or by the browser's own picker. */
export function ColorField({
  label,
  value,
  onChange,
  error,
}: {
  label: string
  value: string
  onChange: (value: string) => void
  error: string | undefined
}) {
  const isColor = /^#[0-9a-f]{6}$/.test(value)
  const take = ({ currentTarget }: { currentTarget: { value: string } }) =>
    onChange(currentTarget.value.trim().toLowerCase())
  return (
    <TextInput
      label={label}
      value={value}
      onChange={take}
      error={error}
      spellCheck={false}
      leftSectionPointerEvents="all"
      leftSection={
        <input
          type="color"
          className={styles.picker}
          aria-label={`Pick ${label.toLowerCase()}`}
          value={isColor ? value : '#000000'}
          onChange={take}
        />
      }
    />
  )
}
