import type { getConsoleProgramExport } from '@dineward/core/console-programs/new-program.contract.ts'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { strToU8, zipSync } from 'fflate'
import { api, saveAs } from '../../lib/api.ts'
import { toastDone, toastProblem } from '../../ui/dialog/toast.ts'

export function ExportButton({ slug }: { slug: string }) {
  const save = useMutation({
    mutationFn: () => exportProgram(slug),
    onSuccess: () => toastDone(`Saved as ${slug}.zip. Unpack it in partners/ for the next release.`),
    onError: toastProblem,
  })
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      Export the folder
    </Button>
  )
}

/** Saves the program as a folder for `partners/`, in a ZIP file. @throws ApiError */
async function exportProgram(slug: string): Promise<void> {
  const path = '/api/Console/Programs/:slug/Export'
  const { files } = await api<typeof getConsoleProgramExport>('GET', path, { params: { slug } })
  const zipped = zipSync(Object.fromEntries(files.map(({ path, text }) => [path, strToU8(text)])))
  saveAs(new Blob([zipped], { type: 'application/zip' }), `${slug}.zip`)
}
