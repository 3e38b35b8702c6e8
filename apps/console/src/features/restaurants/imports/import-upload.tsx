import type { postRestaurantImport } from '@dineward/core/console-restaurants/restaurant-imports.contract.ts'
import { Progress, Select } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useProgramsWith } from '../../../lib/staff.ts'
import { uploadFile } from '../../../lib/upload-file.ts'
import { Section } from '../../../ui/page/section.tsx'
import { Problem } from '../../../ui/states.tsx'
import { UploadForm } from '../../../ui/upload-form.tsx'
import { ColumnsLink, TemplateButton } from './columns-link.tsx'

type Upload = typeof postRestaurantImport

/** Reading changes nothing. */
export function ImportUpload() {
  const programs = useProgramsWith('merchants.import')
  const navigate = useNavigate()
  const [partner, setPartner] = useState(programs.length === 1 ? programs[0]!.slug : null)
  const [file, setFile] = useState<File | null>(null)
  const [progress, setProgress] = useState(0)
  const upload = useMutation({
    mutationFn: (chosen: File) =>
      uploadFile<Upload>(
        '/api/Console/RestaurantImports',
        { query: { partner: partner!, fileName: chosen.name } },
        chosen,
        setProgress,
      ),
    onSuccess: ({ run }) => void navigate(`/restaurants/imports/${run.id}`),
  })
  return (
    <Section
      title="New import"
      intro="CSV, or one JSON object a line, also packed with gzip; 64 MB at most. You see what it changes before anything is written."
      actions={<TemplateButton />}
    >
      <UploadForm
        chooser={
          <Select
            label="Program"
            description="Whose terms the file has"
            allowDeselect={false}
            data={programs.map(({ slug, name }) => ({ value: slug, label: name }))}
            value={partner}
            placeholder="Choose a program"
            onChange={setPartner}
          />
        }
        accept=".csv,.tsv,.ndjson,.jsonl,.gz,.txt"
        description={<ColumnsLink />}
        file={file}
        onChoose={setFile}
        submit="Upload and read"
        isReady={partner !== null}
        isSending={upload.isPending}
        onSubmit={chosen => upload.mutate(chosen)}
      >
        {upload.isPending && <Progress value={progress * 100} aria-label="Uploaded" />}
        {upload.isError && <Problem error={upload.error} />}
      </UploadForm>
    </Section>
  )
}
