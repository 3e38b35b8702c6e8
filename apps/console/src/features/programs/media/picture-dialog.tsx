import {
  type MediaPicture,
  maxMediaBytes,
  type postConsoleMedia,
  type putConsoleMedia,
} from '@dineward/core/console-programs/media.contract.ts'
import { wholePhoto } from '@dineward/core/photos/crop.rules.ts'
import { Button, Checkbox, FileButton, Progress, Text, TextInput } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { FormDialog } from '../../../kit/form/form-parts.tsx'
import { useEditForm } from '../../../kit/form/use-edit-form.ts'
import { PhotoCrop, type Shown, useObjectUrl } from '../../../kit/photo-crop.tsx'
import { api } from '../../../lib/api.ts'
import { uploadFile } from '../../../lib/upload-file.ts'
import { toastDone, toastProblem } from '../../../ui/dialog/toast.ts'
import { mediaFile } from './media.queries.ts'

interface PictureWords extends Shown {
  readonly alt: string
  readonly isDecorative: boolean
}

const newWords: PictureWords = { alt: '', isDecorative: false, focalX: 0.5, focalY: 0.5, ...wholePhoto }
const shapes = [
  { label: 'Beside a title', width: 120, height: 90 },
  { label: 'In lists', width: 126, height: 90 },
  { label: 'In a popup', width: 128, height: 80 },
]

interface PictureDialogProps {
  readonly slug: string
  readonly title: string
  readonly picture: string
  readonly words: PictureWords
  readonly save: string
  readonly onSave: (words: PictureWords) => Promise<unknown>
  readonly onClose: () => void
  readonly children?: ReactNode
}

function PictureDialog(props: PictureDialogProps) {
  const { slug, title, picture, words, save, onSave, onClose, children } = props
  const edit = useEditForm<PictureWords>({
    initial: words,
    run: async typed => {
      await onSave({ ...typed, alt: typed.isDecorative ? '' : typed.alt })
      return null
    },
    refresh: [['programs', slug]],
    onDone: onClose,
  })
  const { field, values, change } = edit
  return (
    <FormDialog of={edit} title={title} save={save} needsReason={false} onClose={onClose}>
      {!values.isDecorative && (
        <TextInput
          label="What the picture shows"
          description="Read out to people who do not see it"
          required
          minLength={3}
          maxLength={300}
          data-autofocus
          {...field('alt')}
        />
      )}
      <Checkbox
        label="It is decorative"
        description="It says nothing that the text beside it does not say: screen readers skip it"
        checked={values.isDecorative}
        onChange={event => change({ isDecorative: event.currentTarget.checked })}
      />
      <PhotoCrop picture={picture} shown={values} onChange={change} hasFocalPoint previews={shapes} />
      {children}
    </FormDialog>
  )
}

interface EditPictureProps {
  readonly slug: string
  readonly picture: MediaPicture
  readonly onClose: () => void
}

export function EditPicture({ slug, picture, onClose }: EditPictureProps) {
  const { alt, isDecorative, focalX, focalY, cropLeft, cropTop, cropWidth, cropHeight, version } = picture
  return (
    <PictureDialog
      slug={slug}
      title="Words and crop"
      picture={mediaFile(slug, picture)}
      words={{ alt, isDecorative, focalX, focalY, cropLeft, cropTop, cropWidth, cropHeight }}
      save="Save"
      onSave={async words => {
        const request = { params: { slug, id: picture.id }, body: { ...words, version } }
        await api<typeof putConsoleMedia>('PUT', '/api/Console/Programs/:slug/Media/:id', request)
        toastDone('Saved. Pages show it now.')
      }}
      onClose={onClose}
    />
  )
}

interface ChooseFileProps {
  readonly label: string
  readonly ariaLabel?: string
  readonly isMain?: boolean
  readonly onFile: (file: File) => void
}

export function ChooseFile({ label, ariaLabel, isMain = false, onFile }: ChooseFileProps) {
  return (
    <FileButton
      accept="image/png,image/jpeg,image/webp,image/avif"
      onChange={file => {
        if (!file) return
        if (file.size > maxMediaBytes)
          return toastProblem(new Error('This file is larger than 10 MB. Choose a smaller one.'))
        onFile(file)
      }}
    >
      {props => (
        <Button
          {...props}
          size={isMain ? 'sm' : 'compact-sm'}
          variant={isMain ? 'filled' : 'default'}
          leftSection={isMain && <IconUpload size={14} aria-hidden />}
          {...(ariaLabel ? { 'aria-label': ariaLabel } : {})}
        >
          {label}
        </Button>
      )}
    </FileButton>
  )
}

/** @param onAdded gets the new picture */
export function UploadPicture({
  slug,
  onAdded,
}: {
  slug: string
  onAdded?: (picture: MediaPicture) => void
}) {
  const [file, setFile] = useState<File | null>(null)
  return (
    <>
      <ChooseFile label="Upload a picture" isMain onFile={setFile} />
      {file && (
        <UploadDialog
          slug={slug}
          file={file}
          onClose={() => setFile(null)}
          onAdded={picture => onAdded?.(picture)}
        />
      )}
    </>
  )
}

interface UploadDialogProps {
  readonly slug: string
  readonly file: File
  readonly onClose: () => void
  readonly onAdded: (picture: MediaPicture) => void
}

function UploadDialog({ slug, file, onClose, onAdded }: UploadDialogProps) {
  const [progress, setProgress] = useState<number | null>(null)
  const picture = useObjectUrl(file)
  return (
    <PictureDialog
      slug={slug}
      title={`Add ${file.name}`}
      picture={picture}
      words={newWords}
      save="Upload"
      onSave={async ({ isDecorative, ...words }) => {
        setProgress(0)
        const query = { ...words, isDecorative: isDecorative ? ('true' as const) : ('false' as const) }
        const request = { params: { slug }, query: { ...query, fileName: file.name } }
        const path = '/api/Console/Programs/:slug/Media'
        try {
          const added = await uploadFile<typeof postConsoleMedia>(path, request, file, setProgress)
          toastDone('Picture added.')
          onAdded(added.picture)
        } finally {
          setProgress(null)
        }
      }}
      onClose={onClose}
    >
      <Text fz="xs" c="dimmed">
        It is stored as JPEG without the camera’s data; transparent parts become white.
      </Text>
      {progress !== null && (
        <Progress value={progress * 100} aria-label="Uploaded" striped animated={progress === 1} />
      )}
    </PictureDialog>
  )
}
