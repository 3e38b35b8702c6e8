import { useRef } from 'react'
import { useCopy } from '../../partner/partner-context.tsx'
import { Button } from '../../ui/button.tsx'
import { FieldFrame } from '../../ui/field.tsx'
import styles from './claim-form.module.css'

interface ReceiptFieldProps {
  readonly id: string
  readonly name: string
  readonly error: string | undefined
}

/** There is one field: pressing "Take a picture" opens the camera instead of the files. */
export function ReceiptField({ id, name, error }: ReceiptFieldProps) {
  const copy = useCopy()
  const input = useRef<HTMLInputElement>(null)
  function openCamera() {
    input.current?.setAttribute('capture', 'environment')
    input.current?.click()
    input.current?.removeAttribute('capture')
  }
  return (
    <FieldFrame
      {...{ id, error }}
      label={copy('claim.receipt')}
      hint={copy('claim.receipt.hint')}
      remark={
        <Button variant="quiet" size="small" className={styles.camera ?? ''} onClick={openCamera}>
          {copy('claim.receipt.camera')}
        </Button>
      }
    >
      {control => <input {...control} ref={input} type="file" name={name} accept="image/*,application/pdf" />}
    </FieldFrame>
  )
}
