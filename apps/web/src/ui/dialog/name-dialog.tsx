import { type FormEvent, useId } from 'react'
import { Button } from '../button.tsx'
import { Field } from '../form/field.tsx'
import { Dialog } from './dialog.tsx'

interface NameDialogProps {
  readonly open: boolean
  readonly title: string
  readonly label: string
  readonly action: string
  readonly cancel: string
  readonly initial?: string
  readonly maxLength: number
  readonly busy: boolean
  readonly error?: string | undefined
  readonly onSubmit: (name: string) => void
  readonly onClose: () => void
}

/** It asks for the name of something. */
export function NameDialog(props: NameDialogProps) {
  const { open, title, label, action, cancel, initial = '', maxLength, busy, error, onClose } = props
  const id = useId()
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim()
    if (name !== '' && !busy) props.onSubmit(name)
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button type="submit" form={id} busy={busy}>
            {action}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {cancel}
          </Button>
        </>
      }
    >
      <form id={id} key={String(open)} onSubmit={submit}>
        <Field
          name="name"
          label={label}
          defaultValue={initial}
          maxLength={maxLength}
          required
          autoComplete="off"
          error={error}
        />
      </form>
    </Dialog>
  )
}
