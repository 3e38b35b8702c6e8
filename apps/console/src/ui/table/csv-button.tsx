import { csvFile, csvLine } from '@dineward/core/shared/text/csv.ts'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { saveAs } from '../../lib/api.ts'

/** Rows that are on the page, as a file for spreadsheets; nothing without any. */
export function CsvButton({
  name,
  header,
  rows,
}: {
  name: string
  header: readonly string[]
  rows: readonly (readonly (string | number)[])[]
}) {
  if (rows.length === 0) return null
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconDownload size={14} aria-hidden />}
      onClick={() =>
        saveAs(new Blob([csvFile([header, ...rows].map(csvLine))], { type: 'text/csv' }), `${name}.csv`)
      }
    >
      CSV
    </Button>
  )
}
