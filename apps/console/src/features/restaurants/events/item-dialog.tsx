import { Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { type EditForm, useEditForm } from '../../../kit/form/use-edit-form.ts'
import { Difference } from '../../../ui/difference.tsx'

interface ItemDialogProps<T extends object> {
  readonly title: string
  readonly start: T
  /** As it is stored by now; null: it is new, or gone. */
  readonly stored: { readonly value: T; readonly version: string } | null
  readonly done: string
  /** The server names its fields after it. */
  readonly prefix: string
  readonly onSave: (value: T, version: string | null) => Promise<unknown>
  readonly onClose: () => void
  readonly children: (field: EditForm<T>['field']) => ReactNode
}

/** A form that keeps what was typed, and shows what someone else saved meanwhile beside it. */
export function ItemDialog<T extends object>(props: ItemDialogProps<T>) {
  const { title, start, stored, done, prefix, onSave, onClose, children } = props
  const version = stored?.version ?? null
  const [seen] = useState(version)
  const edit = useEditForm<T>({
    initial: start,
    prefix,
    run: (value, { isAfterConflict }) => onSave(value, isAfterConflict ? version : seen).then(() => done),
    onDone: onClose,
  })
  return (
    <FormDialog
      of={edit}
      title={title}
      needsReason={false}
      conflict={
        stored ? (
          <Difference before={stored.value} after={edit.form.values} labels={['Theirs', 'Yours']} />
        ) : (
          <Text fz="sm">They removed it. Save it again to bring it back as yours.</Text>
        )
      }
      onClose={onClose}
    >
      {children(edit.field)}
    </FormDialog>
  )
}
