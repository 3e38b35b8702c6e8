import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './checkbox.module.css'
import { FieldError } from './field.tsx'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'className' | 'children'> {
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly error?: string | undefined
}

/** The whole line can be pressed. */
export function Checkbox({ label, hint, error, required = false, ...input }: CheckboxProps) {
  const ownId = useId()
  const id = input.id ?? ownId
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label className={styles.line} htmlFor={id}>
        <span className={styles.box}>
          <input
            {...input}
            id={id}
            type="checkbox"
            required={required}
            className={styles.input}
            aria-describedby={described || undefined}
            aria-invalid={error ? true : undefined}
          />
          <svg className={styles.mark} viewBox="0 0 24 24" aria-hidden="true">
            <path
              d="m5 12.5 4.6 4.6L19.5 7"
              fill="none"
              stroke="currentColor"
              strokeWidth="3.4"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          </svg>
        </span>
        <span className={styles.label}>
          {label}
          {required ? (
            <span className={styles.asterisk} aria-hidden="true">
              {'\u00a0*'}
            </span>
          ) : null}
        </span>
      </label>
      {hint ? (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      {error ? (
        <div className={styles.error}>
          <FieldError id={`${id}-error`} text={error} />
        </div>
      ) : null}
    </div>
  )
}
