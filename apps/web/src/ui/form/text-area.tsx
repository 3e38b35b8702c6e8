import type { ComponentProps } from 'react'
import { FieldFrame, type FieldLook } from './field.tsx'
import styles from './text-area.module.css'

interface TextAreaProps
  extends Omit<ComponentProps<'textarea'>, 'id' | 'className' | 'required'>,
    FieldLook {}

/** Uncontrolled, so that text typed before hydration stays. */
export function TextArea({ id, label, hint, error, required = false, ...area }: TextAreaProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} required={required} {...(id ? { id } : {})}>
      {control => <textarea {...area} {...control} className={`${control.className} ${styles.area}`} />}
    </FieldFrame>
  )
}
