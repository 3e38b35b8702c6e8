import type { ReactNode } from 'react'
import { FormDialog } from '../../../kit/form/form-parts.tsx'
import { type EditForm, type EditFormOptions, useEditForm } from '../../../kit/form/use-edit-form.ts'

interface ItemDialogProps<T extends object>
  extends Pick<EditFormOptions<T>, 'initial' | 'schema' | 'prefix'> {
  readonly title: string
  /** As it is stored by now; null: it is new, or gone. */
  readonly stored: { readonly value: T; readonly version: string } | null
  readonly done: string
  readonly onSave: (value: T, version: string | null) => Promise<unknown>
  readonly onClose: () => void
  readonly children: (field: EditForm<T>['field']) => ReactNode
}

/** Something that a restaurant has several of. */
export function ItemDialog<T extends object>(props: ItemDialogProps<T>) {
  const { title, done, onSave, onClose, children } = props
  const edit = useEditForm<T>({
    ...props,
    run: (value, { version }) => onSave(value, version).then(() => done),
    onDone: onClose,
  })
  return (
    <FormDialog of={edit} title={title} needsReason={false} onClose={onClose}>
      {children(edit.field)}
    </FormDialog>
  )
}
