import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { download, saveAs } from '../../lib/api.ts'
import { formatNumber } from '../../lib/format.ts'
import { toastDone, toastProblem } from '../../ui/dialog/toast.ts'
import type { List } from './list.ts'
import { listFile } from './list-file.ts'
import type { ListRows } from './rows.ts'

/** Every row of the list as it is filtered, as a file for spreadsheets. */
export function FileButton<T>({
  of,
  readAll,
}: { of: Pick<List<T>, 'name' | 'columns' | 'download'> } & Pick<ListRows<T>, 'readAll'>) {
  const [count, setCount] = useState<number | null>(null)
  async function save() {
    setCount(0)
    try {
      if (of.download) return await of.download()
      const { rows, isCut } = await readAll(setCount)
      saveAs(new Blob([listFile(of.columns, rows)], { type: 'text/csv' }), `${of.name}.csv`)
      const all = formatNumber(rows.length)
      toastDone(
        isCut
          ? `The file has the first ${all} rows, and there are more. Filter the list to have the others.`
          : `The file has all ${all} rows.`,
      )
    } catch (error) {
      toastProblem(error)
    } finally {
      setCount(null)
    }
  }
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      disabled={count !== null}
      ms="auto"
      onClick={() => void save()}
    >
      {count ? `${formatNumber(count)} rows read` : 'CSV'}
    </Button>
  )
}

/** A file that the server makes. */
export function DownloadButton({ label, address, name }: { label: string; address: string; name: string }) {
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconDownload size={14} aria-hidden />}
      onClick={() => void download(address, name).catch(toastProblem)}
    >
      {label}
    </Button>
  )
}
