import { type ComponentProps, type KeyboardEvent, type ReactNode, useState } from 'react'
import { useHydrated } from '../../../lib/deferred/use-hydrated.ts'
import { useCopy } from '../../../partner/partner-context.tsx'
import { Icon } from '../../icon.tsx'
import { FieldFrame, type FieldLook } from '../field.tsx'
import styles from './password-field.module.css'
import { locksOf, lockWarning, noLocks } from './password-field-locks.ts'

interface PasswordFieldProps
  extends Omit<ComponentProps<'input'>, 'id' | 'type' | 'className' | 'required'>,
    FieldLook {
  readonly remark?: ReactNode
}

/** With a button to show the text and a warning about locked keys (shell §5). */
export function PasswordField(props: PasswordFieldProps) {
  const { id, label, hint, error, required = false, remark, ...input } = props
  const copy = useCopy()
  const [shown, setShown] = useState(false)
  const [locks, setLocks] = useState(noLocks)
  const isHydrated = useHydrated()

  function readLocks(event: KeyboardEvent<HTMLInputElement>) {
    const { caps, num } = locksOf(event)
    if (caps !== locks.caps || num !== locks.num) setLocks({ caps, num })
  }

  const remarks = (
    <>
      {remark}
      <p className={styles.locks} role="status">
        {lockWarning(copy, locks)}
      </p>
    </>
  )
  return (
    <FieldFrame
      label={label}
      hint={hint}
      error={error}
      required={required}
      remark={remarks}
      {...(id ? { id } : {})}
    >
      {control => (
        <span className={styles.row}>
          <input
            {...input}
            {...control}
            className={`${control.className} ${styles.input}`}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            onKeyDown={readLocks}
            onKeyUp={readLocks}
            onBlur={event => {
              setLocks(noLocks)
              input.onBlur?.(event)
            }}
          />
          <button
            type="button"
            className={styles.toggle}
            disabled={!isHydrated}
            aria-controls={control.id}
            aria-label={copy(shown ? 'join.password.hide' : 'join.password.show')}
            onClick={() => setShown(!shown)}
          >
            <Icon name={shown ? 'eye-off' : 'eye'} />
          </button>
        </span>
      )}
    </FieldFrame>
  )
}
