import type { LinkedCard } from '@dineward/core/cards/cards.contract.ts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId } from 'react'
import { ApiError } from '../../../lib/api/api-client.ts'
import { errorText } from '../../../partner/error-text.ts'
import { useApp, useCopy } from '../../../partner/partner-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { toasts } from '../../../ui/dialog/toast-store.ts'
import { Field } from '../../../ui/form/field.tsx'
import { textOf } from '../../../ui/form/form-data.ts'
import { renameCard } from '../cards.queries.ts'

interface RenameCardDialogProps {
  /** The dialog is closed while it is null. */
  readonly card: LinkedCard | null
  readonly onClose: () => void
}

export function RenameCardDialog({ card, onClose }: RenameCardDialogProps) {
  const copy = useCopy()
  const app = useApp()
  const formId = useId()
  const words = { brand: card?.description ?? '', 'last four': card?.lastFour ?? '' }
  const rename = useMutation({
    mutationFn: (name: string) => renameCard(app, { id: card?.id ?? '', name }),
    onSuccess: () => {
      toasts.show('success', copy('cards.renamed', words))
      onClose()
    },
  })
  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!rename.isPending) rename.mutate(textOf(new FormData(event.currentTarget), 'name'))
  }
  return (
    <Dialog
      open={card !== null}
      onClose={() => {
        rename.reset()
        onClose()
      }}
      title={copy('cards.rename.title', words)}
      actions={
        <>
          <Button type="submit" form={formId} busy={rename.isPending}>
            {copy('cards.rename.save')}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {copy('layout.cancel')}
          </Button>
        </>
      }
    >
      <form id={formId} key={card?.id} onSubmit={save} noValidate>
        <Field
          name="name"
          label={copy('cards.rename.field')}
          hint={copy('cards.rename.hint', words)}
          defaultValue={card?.name ?? ''}
          error={rename.error ? problemOf(rename.error) : undefined}
          autoComplete="off"
          dir="auto"
        />
      </form>
    </Dialog>
  )

  function problemOf(error: Error): string {
    const field = error instanceof ApiError ? error.fieldErrors[0] : undefined
    return field?.message ?? errorText(app, error)
  }
}
