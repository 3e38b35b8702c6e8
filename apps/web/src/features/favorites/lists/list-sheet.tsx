import { longestListName } from '@dineward/core/favorites/lists.rules.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef } from 'react'
import type { ListedMerchant } from '../../../lib/listed-merchant.ts'
import { errorText } from '../../../partner/error-text.ts'
import { useApp, useCopy } from '../../../partner/partner-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { Field } from '../../../ui/form/field.tsx'
import styles from './list-sheet.module.css'
import { createList, listsQuery, setPlace } from './lists.queries.ts'

interface ListSheetProps {
  readonly merchant: Pick<ListedMerchant, 'id' | 'name'>
  readonly open: boolean
  readonly onClose: () => void
}

/** Which lists of the member have the restaurant; each press is saved at once. */
export function ListSheet({ merchant, open, onClose }: ListSheetProps) {
  const app = useApp()
  const copy = useCopy()
  const lists = useQuery({ ...listsQuery(app, merchant.id), enabled: open })
  const toggle = useMutation({
    mutationFn: (chosen: { readonly listId: string; readonly has: boolean }) =>
      setPlace(app, { listId: chosen.listId, merchantId: merchant.id }, chosen.has),
    meta: { onFailure() {} },
  })
  const create = useMutation({
    mutationFn: async (name: string) => {
      const { id: listId } = await createList(app, name)
      await setPlace(app, { listId, merchantId: merchant.id }, true)
    },
    meta: { onFailure() {} },
  })
  const pressed = toggle.isPending ? toggle.variables : null
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={copy('lists.sheet.title', { merchant: merchant.name })}
      actions={<Button onClick={onClose}>{copy('lists.sheet.done')}</Button>}
    >
      {lists.isError ? (
        <div role="alert" className={styles.failed}>
          <p>{copy('lists.failed')}</p>
          <Button variant="quiet" size="small" onClick={() => void lists.refetch()}>
            {copy('lists.retry')}
          </Button>
        </div>
      ) : lists.data ? (
        <ul className={styles.lists}>
          {lists.data.map(({ id, name, hasPlace = false }) => (
            <li key={id}>
              <Checkbox
                label={name}
                checked={pressed?.listId === id ? pressed.has : hasPlace}
                onChange={({ target }) => toggle.mutate({ listId: id, has: target.checked })}
              />
            </li>
          ))}
        </ul>
      ) : (
        <p role="status">{copy('lists.loading')}</p>
      )}
      {lists.data?.length === 0 ? <p>{copy('lists.sheet.none')}</p> : null}
      {toggle.error ? <p role="alert">{errorText(app, toggle.error)}</p> : null}
      <NewList
        busy={create.isPending}
        error={create.error ? errorText(app, create.error) : undefined}
        onName={(name, done) => create.mutate(name, { onSuccess: done })}
      />
    </Dialog>
  )
}

interface NewListProps {
  readonly busy: boolean
  readonly error: string | undefined
  readonly onName: (name: string, done: () => void) => void
}

function NewList({ busy, error, onName }: NewListProps) {
  const copy = useCopy()
  const form = useRef<HTMLFormElement>(null)
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim()
    if (name !== '' && !busy) onName(name, () => form.current?.reset())
  }
  return (
    <form ref={form} className={styles.form} onSubmit={submit}>
      <Field
        name="name"
        label={copy('lists.new')}
        maxLength={longestListName}
        autoComplete="off"
        error={error}
      />
      <Button type="submit" variant="quiet" busy={busy}>
        {copy('lists.create')}
      </Button>
    </form>
  )
}
