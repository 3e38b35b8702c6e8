import type { ExchangeFile, getExchangeFiles } from '@dineward/core/console-system/files.contract.ts'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { addressOf, api, download } from '../../lib/api.ts'
import { useFilter } from '../../lib/filters.ts'
import { formatNumber } from '../../lib/format.ts'
import { may, useStaff } from '../../lib/staff.ts'
import { toastProblem } from '../../ui/dialog/toast.ts'
import { Page } from '../../ui/page/page.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Status, type Tone } from '../../ui/status.tsx'
import { DataTable, type TableColumn } from '../../ui/table/data-table.tsx'
import { FilterBar, ProgramFilter } from '../../ui/table/filter-bar.tsx'
import { Time } from '../../ui/time.tsx'

const folders: Record<ExchangeFile['folder'], { label: string; tone: Tone }> = {
  out: { label: 'To the partner', tone: 'wait' },
  in: { label: 'From the partner', tone: 'wait' },
  done: { label: 'Done', tone: 'good' },
  refused: { label: 'Refused', tone: 'bad' },
}

const columns: readonly TableColumn<ExchangeFile>[] = [
  {
    key: 'name',
    header: 'File',
    width: 'minmax(14rem, 3fr)',
    sortBy: ({ name }) => name,
    cell: ({ name }) => name,
  },
  {
    key: 'folder',
    header: 'Folder',
    sortBy: ({ folder }) => folder,
    cell: ({ folder }) => <Status tone={folders[folder].tone}>{folders[folder].label}</Status>,
  },
  {
    key: 'partner',
    header: 'Program',
    isSecondary: true,
    sortBy: ({ partner }) => partner,
    cell: ({ partner }) => partner,
  },
  {
    key: 'bytes',
    header: 'Bytes',
    isNumber: true,
    isSecondary: true,
    sortBy: ({ bytes }) => bytes,
    cell: ({ bytes }) => formatNumber(bytes),
  },
  {
    key: 'changed',
    header: 'Changed',
    isSecondary: true,
    sortBy: ({ changedAt }) => changedAt,
    cell: ({ changedAt }) => <Time at={changedAt} />,
  },
]

export function Component() {
  const [partner] = useFilter('partner')
  const staff = useStaff()
  const files = useQuery({
    queryKey: ['exchange-files', partner],
    queryFn: async () => {
      const query = partner ? { partner } : {}
      return (await api<typeof getExchangeFiles>('GET', '/api/Console/System/Files', { query })).items
    },
  })
  const save: TableColumn<ExchangeFile> = {
    key: 'save',
    header: 'Save',
    width: '6rem',
    cell: ({ partner: slug, folder, name }) =>
      may(staff, 'finance.read', slug) && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Save ${name}`}
          onClick={() =>
            download(
              addressOf('/api/Console/System/Files/Content', { query: { partner: slug, folder, name } }),
              name,
            ).catch(toastProblem)
          }
        >
          Save
        </Button>
      ),
  }
  return (
    <Page
      title="Exchange files"
      intro="What is told to partners about rewards, and what they answer. Saving one is in the audit log."
    >
      <FilterBar list="files">
        <ProgramFilter permission="system.read" />
      </FilterBar>
      <Loaded query={files}>
        {rows => (
          <DataTable
            label="Exchange files"
            columns={[...columns, save]}
            rows={rows}
            rowKey={({ partner: slug, folder, name }) => `${slug}/${folder}/${name}`}
            empty={
              <Empty title="No files yet">
                Programs whose partner takes files get one a night, by the job “settlement”.
              </Empty>
            }
          />
        )}
      </Loaded>
    </Page>
  )
}
