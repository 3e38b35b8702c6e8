import { type ComponentProps, type ReactNode, useId } from 'react'
import { Icon } from '../icon.tsx'
import styles from './field.module.css'

/** These ids connect a control with its label, hint and error. */
export interface FieldControl {
  readonly id: string
  readonly required: boolean
  readonly className: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

export interface FieldLook {
  /** Links from an error list lead to it. */
  readonly id?: string
  readonly label: string
  readonly hint?: ReactNode
  readonly error?: string | undefined
  /** An asterisk marks it, which the form explains (shell §5). */
  readonly required?: boolean
}

interface FieldFrameProps extends FieldLook {
  readonly remark?: ReactNode
  readonly children: (control: FieldControl) => ReactNode
}

export function FieldFrame(props: FieldFrameProps) {
  const { label, hint, error, required = false, remark, children } = props
  const ownId = useId()
  const id = props.id ?? ownId
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {required ? (
          <span className={styles.asterisk} aria-hidden="true">
            {'\u00a0*'}
          </span>
        ) : null}
      </label>
      {hint ? (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      {children({
        id,
        required,
        className: styles.control ?? '',
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {remark}
      {error ? <FieldError id={`${id}-error`} text={error} /> : null}
    </div>
  )
}

export function FieldError({ id, text }: { id: string; text: string }) {
  return (
    <p className={styles.error} id={id}>
      <Icon name="alert" className={styles.errorIcon} />
      <span>{text}</span>
    </p>
  )
}

export interface FieldProps
  extends Omit<ComponentProps<'input'>, 'id' | 'className' | 'required'>,
    FieldLook {
  /** The field's width matches the usual length. */
  readonly room?: 'full' | 'half' | 'short'
}

/** Uncontrolled, so that text typed before hydration stays. */
export function Field({ id, label, hint, error, required = false, room = 'full', ...input }: FieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} required={required} {...(id ? { id } : {})}>
      {control => <input {...input} {...control} className={`${control.className} ${styles[room] ?? ''}`} />}
    </FieldFrame>
  )
}
