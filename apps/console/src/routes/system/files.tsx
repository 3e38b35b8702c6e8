import type { ExchangeFile, getExchangeFiles } from '@dineward/core/console-system/files.contract.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type List, programFilter } from '../../kit/list/list.ts'
import { ListPage, useListFilters } from '../../kit/list/list-page.tsx'
import { wholeRows } from '../../kit/list/rows.ts'
import { addressOf, api, download } from '../../lib/api.ts'
import { formatNumber } from '../../lib/format.ts'
import { useMay } from '../../lib/staff.ts'
import { toastProblem } from '../../ui/dialog/toast.ts'
import { Empty } from '../../ui/states.tsx'
import { Status, type Tone } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'

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
    { key: 'name', header: 'File', width: 'minmax(14rem, 3fr)', value: ({ name }) => name },
    {
      key: 'folder',
      header: 'Folder',
      value: ({ folder }) => folder,
      cell: ({ folder }) => <Status tone={folders[folder].tone}>{folders[folder].label}</Status>,
    },
    { key: 'partner', header: 'Program', value: ({ partner }) => partner },
    {
      key: 'bytes',
      header: 'Bytes',
      isNumber: true,
      value: ({ bytes }) => bytes,
      cell: ({ bytes }) => formatNumber(bytes),
    },
    {
      key: 'changed',
      header: 'Changed',
      value: ({ changedAt }) => changedAt,
      cell: ({ changedAt }) => <Time at={changedAt} />,
    },
    { key: 'save', header: 'Save', isControl: true, width: '6rem', cell: file => <SaveButton {...file} /> },
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
  const files = useQuery({
    queryKey: ['exchange-files', query],
    queryFn: () => api<typeof getExchangeFiles>('GET', '/api/Console/System/Files', { query }),
  })
  return (
    <ListPage
      of={list}
      rows={wholeRows(files, ({ items }) => items)}
      title="Exchange files"
      intro="What is told to partners about rewards, and what they answer. Saving one is in the audit log."
    />
  )
}
