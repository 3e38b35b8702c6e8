import type { postRestaurantPhoto } from '@dineward/core/console-restaurants/restaurant-photos.contract.ts'
import { wholePhoto } from '@dineward/core/photos/crop.rules.ts'
import { Button, FileButton, Progress } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useObjectUrl } from '../../../kit/photo-crop.tsx'
import { uploadFile } from '../../../lib/upload-file.ts'
import { toastProblem } from '../../../ui/dialog/toast.ts'
import { useRestaurantWrite } from '../restaurants.queries.ts'
import { PhotoDialog, type PhotoWords } from './photo-dialog.tsx'

const maxBytes = 20 * 1024 * 1024
const newWords: PhotoWords = { kind: 'place', alt: '', rights: '', focalX: 0.5, focalY: 0.5, ...wholePhoto }

export function PhotoUpload({ id }: { id: string }) {
  const [file, setFile] = useState<File | null>(null)
  return (
    <>
      <FileButton
        accept="image/jpeg,image/png,image/webp,image/avif,image/heic,image/tiff,image/gif"
        onChange={chosen => {
          if (chosen && chosen.size > maxBytes)
            return toastProblem(new Error('This file is larger than 20 MB. Choose a smaller one.'))
          setFile(chosen)
        }}
      >
        {props => (
          <Button size="xs" leftSection={<IconUpload size={14} aria-hidden />} {...props}>
            Add a photo
          </Button>
        )}
      </FileButton>
      {file && <UploadDialog id={id} file={file} onClose={() => setFile(null)} />}
    </>
  )
}

function UploadDialog({ id, file, onClose }: { id: string; file: File; onClose: () => void }) {
  const [progress, setProgress] = useState<number | null>(null)
  const picture = useObjectUrl(file)
  const upload = useRestaurantWrite(
    ({ kind, ...words }: PhotoWords) =>
      uploadFile<typeof postRestaurantPhoto>(
        '/api/Console/Restaurants/:id/Photos',
        { params: { id }, query: { ...words, kind, fileName: file.name } },
        file,
        setProgress,
      ),
    'Photo added.',
  )
  return (
    <PhotoDialog
      title={`Add ${file.name}`}
      picture={picture}
      words={newWords}
      mayChooseKind
      confirm="Upload"
      onSave={words => upload.mutateAsync(words)}
      onClose={onClose}
    >
      {upload.isPending && (
        <Progress value={(progress ?? 0) * 100} aria-label="Uploaded" striped animated={progress === 1} />
      )}
    </PhotoDialog>
  )
}
