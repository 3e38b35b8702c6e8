import type { ExchangeFile, getExchangeFiles } from '@dineward/core/console-system/files.contract.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { column, controlColumn, numberColumn, statusColumn, timeColumn } from '../../kit/list/columns.tsx'
import { type List, programFilter } from '../../kit/list/list.ts'
import { ListPage, useListFilters } from '../../kit/list/list-page.tsx'
import { wholeRows } from '../../kit/list/rows.ts'
import { addressOf, download } from '../../lib/api.ts'
import { read } from '../../lib/read.ts'
import { useMay } from '../../lib/staff.ts'
import { toastProblem } from '../../ui/dialog/toast.ts'
import { Empty } from '../../ui/states.tsx'
import type { Tone } from '../../ui/status.tsx'

const folders: Record<ExchangeFile['folder'], { label: string; tone: Tone }> = {
  out: { label: 'To the partner', tone: 'wait' },
  in: { label: 'From the partner', tone: 'wait' },
  done: { label: 'Done', tone: 'good' },
  refused: { label: 'Refused', tone: 'bad' },
}

const list: List<ExchangeFile> = {
  name: 'files',
  label: 'Exchange files',
  rowKey: ({ partner, folder, name }) => `${partner}/${folder}/${name}`,
  filters: [programFilter('system.read')],
  columns: [
    column('File', ({ name }) => name),
    statusColumn('Folder', ({ folder }) => folder, folders),
    column('Program', ({ partner }) => partner),
    numberColumn('Bytes', ({ bytes }) => bytes),
    timeColumn('Changed', ({ changedAt }) => changedAt, 'time'),
    controlColumn('Save', file => <SaveButton {...file} />),
  ],
  empty: (
    <Empty title="No files yet">
      Programs whose partner takes files get one a night, by the job “settlement”.
    </Empty>
  ),
}

function SaveButton({ partner, folder, name }: ExchangeFile) {
  const maySave = useMay('finance.read', partner)
  const address = addressOf('/api/Console/System/Files/Content', { query: { partner, folder, name } })
  if (!maySave) return null
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`Save ${name}`}
      onClick={() => download(address, name).catch(toastProblem)}
    >
      Save
    </Button>
  )
}

export function Component() {
  const query = useListFilters<{ partner?: string }>(list)
  const files = useQuery(
    read<typeof getExchangeFiles>(['exchange-files', query], '/api/Console/System/Files', { query }),
  )
  return (
    <ListPage
      of={list}
      rows={wholeRows(files, ({ items }) => items)}
      title="Exchange files"
      intro="What is told to partners about rewards, and what they answer. Saving one is in the audit log."
    />
  )
}
