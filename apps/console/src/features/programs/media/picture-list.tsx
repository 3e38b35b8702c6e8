import type {
  deleteConsoleMedia,
  MediaPicture,
  postConsoleMediaFile,
} from '@dineward/core/console-programs/media.contract.ts'
import { lookUp } from '@dineward/core/shared/look-up.ts'
import { Anchor, Button, Group, Paper, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { ActionButton, ActionDialog } from '../../../kit/action/action-dialog.tsx'
import { CroppedPhoto, useObjectUrl } from '../../../kit/photo-crop.tsx'
import { api } from '../../../lib/api.ts'
import { useMay } from '../../../lib/staff.ts'
import { uploadFile } from '../../../lib/upload-file.ts'
import { Empty } from '../../../ui/states.tsx'
import { Time } from '../../../ui/time.tsx'
import { mediaFile } from './media.queries.ts'
import { ChooseFile, EditPicture, UploadPicture } from './picture-dialog.tsx'

interface PictureListProps {
  readonly slug: string
  readonly pictures: readonly MediaPicture[]
}

export function PictureList({ slug, pictures }: PictureListProps) {
  const [words, setWords] = useState('')
  const mayChange = useMay('content.change', slug)
  if (pictures.length === 0)
    return (
      <Empty title="No pictures yet" action={mayChange && <UploadPicture slug={slug} />}>
        Banners, offers and popups of this program show pictures from here.
      </Empty>
    )
  const isFound = ({ alt, fileName }: MediaPicture) =>
    `${alt} ${fileName}`.toLowerCase().includes(words.trim().toLowerCase())
  const found = pictures.filter(isFound)
  return (
    <Stack gap="md">
      <TextInput
        label="Find a picture"
        placeholder="A word of what it shows"
        maw={360}
        value={words}
        onChange={event => setWords(event.currentTarget.value)}
      />
      {found.length === 0 && <Empty title="No picture has these words">Try another word.</Empty>}
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3, lg: 4 }} component="ul" p={0} m={0}>
        {found.map(picture => (
          <PictureCard key={picture.id} slug={slug} picture={picture} />
        ))}
      </SimpleGrid>
    </Stack>
  )
}

function PictureCard({ slug, picture }: { slug: string; picture: MediaPicture }) {
  const { alt, isDecorative, fileName, width, height, savedAt, savedBy, uses } = picture
  return (
    <Paper withBorder p="xs" component="li" display="block">
      <Stack gap={6}>
        <CroppedPhoto
          picture={mediaFile(slug, picture)}
          size={picture}
          shown={picture}
          ratio={4 / 3}
          alt={alt || fileName}
        />
        <Text fz="sm" lineClamp={2}>
          {isDecorative ? 'Decorative' : alt}
        </Text>
        <Text fz="xs" c="dimmed">
          {fileName} · {width} × {height} · <Time at={savedAt} as="day" /> · {savedBy}
        </Text>
        <Uses slug={slug} uses={uses} />
        <PictureActions slug={slug} picture={picture} />
      </Stack>
    </Paper>
  )
}

const states = { draft: ' (draft)', scheduled: ' (scheduled)' } satisfies Record<string, string>

function Uses({ slug, uses }: { slug: string; uses: MediaPicture['uses'] }) {
  if (uses.length === 0)
    return (
      <Text fz="xs" c="dimmed">
        Not used
      </Text>
    )
  return (
    <Text fz="xs" component="div">
      Used by{' '}
      {uses.map(({ kind, slug: entry, state }, index) => (
        <span key={`${kind}/${entry} ${state}`}>
          {index > 0 && ', '}
          <Anchor
            component={Link}
            to={`/programs/${slug}/content/${kind}/${entry}`}
            fz="xs"
            underline="always"
          >
            {kind}/{entry}
          </Anchor>
          {lookUp(states, state)}
        </span>
      ))}
    </Text>
  )
}

function PictureActions({ slug, picture }: { slug: string; picture: MediaPicture }) {
  const { id, alt, fileName, version, uses } = picture
  const [isEditing, setIsEditing] = useState(false)
  const [file, setFile] = useState<File | null>(null)
  const [mayChange, mayPublish] = [useMay('content.change', slug), useMay('content.publish', slug)]
  const name = alt || fileName
  return (
    <Group gap={4}>
      {mayPublish && (
        <>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Words and crop of ${name}`}
            onClick={() => setIsEditing(true)}
          >
            Words and crop
          </Button>
          <ChooseFile label="Replace" ariaLabel={`Replace ${name}`} onFile={setFile} />
        </>
      )}
      {mayChange && uses.length === 0 && (
        <ActionButton
          label="Remove"
          ariaLabel={`Remove ${name}`}
          title="Remove this picture"
          confirm="Remove it"
          isDangerous
          needsReason={false}
          button={{ size: 'compact-sm' }}
          refresh={[['programs', slug]]}
          run={async () => {
            const request = { params: { slug, id }, query: { version } }
            await api<typeof deleteConsoleMedia>('DELETE', '/api/Console/Programs/:slug/Media/:id', request)
            return 'The picture is removed.'
          }}
        >
          No entry uses it. The file is deleted for good.
        </ActionButton>
      )}
      {isEditing && <EditPicture slug={slug} picture={picture} onClose={() => setIsEditing(false)} />}
      {file && <ReplaceDialog slug={slug} picture={picture} file={file} onClose={() => setFile(null)} />}
    </Group>
  )
}

interface ReplaceDialogProps {
  readonly slug: string
  readonly picture: MediaPicture
  readonly file: File
  readonly onClose: () => void
}

function ReplaceDialog({ slug, picture, file, onClose }: ReplaceDialogProps) {
  const { id, version, uses } = picture
  const url = useObjectUrl(file)
  return (
    <ActionDialog
      opened
      title={`Replace by ${file.name}`}
      confirm="Replace it"
      needsReason={false}
      refresh={[['programs', slug]]}
      run={async () => {
        const request = { params: { slug, id }, query: { version, fileName: file.name } }
        const path = '/api/Console/Programs/:slug/Media/:id/File'
        await uploadFile<typeof postConsoleMediaFile>(path, request, file, () => {})
        return 'Replaced. Check the words and the crop.'
      }}
      conflict={
        <Stack gap="xs">
          <Text fz="sm">Someone else changed this picture meanwhile. It looks like this now:</Text>
          <img src={mediaFile(slug, picture)} alt={picture.alt} width={240} />
        </Stack>
      }
      onClose={onClose}
    >
      <Stack gap="xs">
        {url && <img src={url} alt="The new file" width={240} />}
        <Text fz="sm">
          {uses.length > 0 ? 'Every entry that uses it shows the new file at once.' : 'No entry uses it yet.'}{' '}
          The words stay; the crop begins with all of it.
        </Text>
      </Stack>
    </ActionDialog>
  )
}
