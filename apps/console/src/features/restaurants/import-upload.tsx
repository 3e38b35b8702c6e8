import type { postRestaurantImport } from '@dineward/core/console-restaurants/restaurant-imports.contract.ts'
import { Button, FileInput, Group, Progress, Select, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { inSentences } from '../../lib/in-sentences.ts'
import { useProgramsWith } from '../../lib/staff.ts'
import { uploadFile } from '../../lib/upload-file.ts'
import { Section } from '../../ui/section.tsx'
import { Problem } from '../../ui/states.tsx'

type Upload = typeof postRestaurantImport

/** Reading changes nothing. */
export function ImportUpload() {
  const programs = useProgramsWith('merchants.import')
  const navigate = useNavigate()
  const [partner, setPartner] = useState(programs[0]?.slug ?? '')
  const [file, setFile] = useState<File | null>(null)
  const [progress, setProgress] = useState(0)
  const upload = useMutation({
    mutationFn: (chosen: File) =>
      inSentences(
        uploadFile<Upload>(
          '/api/Console/RestaurantImports',
          { query: { partner, fileName: chosen.name } },
          chosen,
          setProgress,
        ),
      ),
    onSuccess: ({ run }) => void navigate(`/restaurants/imports/${run.id}`),
  })
  return (
    <Section
      title="New import"
      intro="CSV, or one JSON object a line, also packed with gzip; 64 MB at most. You see what it changes before anything is written."
    >
      <form
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          if (file) upload.mutate(file)
        }}
      >
        <Stack gap="sm">
          <Group align="flex-end" gap="sm">
            <Select
              label="Program"
              description="Whose terms the file has"
              allowDeselect={false}
              data={programs.map(({ slug, name }) => ({ value: slug, label: name }))}
              value={partner}
              onChange={value => value && setPartner(value)}
            />
            <FileInput
              label="File"
              description="The columns are in the documentation"
              placeholder="Choose a file"
              accept=".csv,.ndjson,.jsonl,.gz,.txt"
              clearable
              clearButtonProps={{ 'aria-label': 'Remove the file' }}
              miw="16rem"
              value={file}
              onChange={setFile}
            />
            <Button type="submit" disabled={!file} loading={upload.isPending}>
              Upload and read
            </Button>
          </Group>
          {upload.isPending && <Progress value={progress * 100} aria-label="Uploaded" />}
          {upload.isError && <Problem error={upload.error} />}
        </Stack>
      </form>
    </Section>
  )
}
