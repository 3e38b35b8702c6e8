import type {
  ImportRun,
  postUndoRestaurantImport,
} from '@dineward/core/console-restaurants/restaurant-imports.contract.ts'
import { ActionButton } from '../../../kit/action/action-dialog.tsx'
import { api } from '../../../lib/api.ts'
import { formatNumber } from '../../../lib/format.ts'
import { Time } from '../../../ui/time.tsx'

/** Within a day of an import that was applied, also in part. */
export function UndoButton({ run, onDone }: { run: ImportRun; onDone: (next: { run: ImportRun }) => void }) {
  const { undoUntil, counts } = run
  if (undoUntil === null || counts.applied === 0 || new Date(undoUntil) < new Date()) return null
  const left = counts.applied - counts.undone - counts.kept
  return (
    <ActionButton
      label="Undo"
      title={`Undo ${run.fileName}`}
      confirm="Undo the import"
      isDangerous
      run={async ({ reason }) => {
        onDone(
          await api<typeof postUndoRestaurantImport>('POST', '/api/Console/RestaurantImports/:id/Undo', {
            params: { id: run.id },
            body: { reason },
          }),
        )
        return 'It is being undone. You can leave this page.'
      }}
    >
      {`${formatNumber(left)} ${left === 1 ? 'row is' : 'rows are'} put back: facts and terms are as they were, and restaurants that the file added leave today. Rows that someone changed since, and added restaurants with a dine or a reservation since, stay as they are. So do photos. You can do this until `}
      <Time at={undoUntil} />.
    </ActionButton>
  )
}
