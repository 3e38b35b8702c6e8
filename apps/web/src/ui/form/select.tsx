import type { ComponentProps } from 'react'
import { Icon } from '../icon.tsx'
import { FieldFrame, type FieldLook } from './field.tsx'
import styles from './select.module.css'

interface SelectProps
  extends Omit<ComponentProps<'select'>, 'id' | 'className' | 'required' | 'children'>,
    FieldLook {
  /** It names the empty option, and is omitted if there is always a value. */
  readonly placeholder?: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
}

export function Select({
  id,
  label,
  hint,
  error,
  required = false,
  placeholder,
  options,
  ...select
}: SelectProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} required={required} {...(id ? { id } : {})}>
      {control => (
        <span className={styles.row}>
          <select {...select} {...control} className={`${control.className} ${styles.select}`}>
            {placeholder === undefined ? null : <option value="">{placeholder}</option>}
            {options.map(option => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon name="chevron-down" className={styles.chevron} />
        </span>
      )}
    </FieldFrame>
  )
}
