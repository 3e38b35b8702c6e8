import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { toastDone, toastProblem } from '../../ui/toast.ts'
import { exportProgram } from './export-program.ts'

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
