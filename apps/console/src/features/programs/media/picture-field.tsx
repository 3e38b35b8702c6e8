import type { MediaPicture } from '@dineward/core/console-programs/media.contract.ts'
import { mediaAddress, mediaIdOf } from '@dineward/core/content/media.rules.ts'
import {
  Button,
  Group,
  Input,
  Modal,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  UnstyledButton,
} from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { CroppedPhoto } from '../../../kit/photo-crop.tsx'
import { useMay } from '../../../lib/staff.ts'
import { Empty, Loaded } from '../../../ui/states.tsx'
import { mediaFile, mediaQuery } from './media.queries.ts'
import { UploadPicture } from './picture-dialog.tsx'

interface PictureFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error: string | undefined
}

/** A picture of the program's library, or the address of one elsewhere. */
export function PictureField({ label, value, onChange, error }: PictureFieldProps) {
  const { slug = '' } = useParams()
  const [isChoosing, setIsChoosing] = useState(false)
  const id = mediaIdOf(value)
  const library = useQuery({ ...mediaQuery(slug), enabled: id !== null })
  const picture = library.data?.find(one => one.id === id)
  const isGone = id !== null && library.data !== undefined && picture === undefined
  const problem = isGone ? 'This picture is no longer in the library. Choose another one.' : error
  const words = id ? 'Choose another' : 'Choose a picture'
  const choose = (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`${words}: ${label.toLowerCase()}`}
      onClick={() => setIsChoosing(true)}
    >
      {words}
    </Button>
  )
  return (
    <div>
      {id ? (
        <Input.Wrapper label={label} labelElement="div" error={problem}>
          <Group gap="sm" align="center" role="group" aria-label={label}>
            {picture && <Thumbnail slug={slug} picture={picture} />}
            <Stack gap={4}>
              {picture && <Text fz="sm">{picture.isDecorative ? 'Decorative' : picture.alt}</Text>}
              <Group gap={4}>
                {choose}
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`No picture: ${label.toLowerCase()}`}
                  onClick={() => onChange('')}
                >
                  No picture
                </Button>
              </Group>
            </Stack>
          </Group>
        </Input.Wrapper>
      ) : (
        <>
          <TextInput
            label={label}
            description="A picture of the library, or the address of one"
            value={value}
            error={problem}
            onChange={event => onChange(event.currentTarget.value)}
          />
          <Group mt={4}>{choose}</Group>
        </>
      )}
      {isChoosing && (
        <PicturePicker
          slug={slug}
          onClose={() => setIsChoosing(false)}
          onChoose={chosen => {
            onChange(mediaAddress(chosen.id))
            setIsChoosing(false)
          }}
        />
      )}
    </div>
  )
}

const Thumbnail = ({ slug, picture }: { slug: string; picture: MediaPicture }) => (
  <div style={{ width: 112 }}>
    <CroppedPhoto picture={mediaFile(slug, picture)} size={picture} shown={picture} ratio={4 / 3} />
  </div>
)

interface PicturePickerProps {
  readonly slug: string
  readonly onChoose: (picture: MediaPicture) => void
  readonly onClose: () => void
}

function PicturePicker({ slug, onChoose, onClose }: PicturePickerProps) {
  const query = useQuery(mediaQuery(slug))
  const mayChange = useMay('content.change', slug)
  return (
    <Modal opened onClose={onClose} title="Choose a picture" size="lg" centered>
      <Stack>
        {mayChange && (
          <Group>
            <UploadPicture slug={slug} onAdded={onChoose} />
          </Group>
        )}
        <Loaded query={query}>
          {pictures =>
            pictures.length === 0 ? (
              <Empty title="No pictures yet">Upload the first one.</Empty>
            ) : (
              <SimpleGrid cols={{ base: 2, sm: 3 }}>
                {pictures.map(picture => {
                  const { id, alt, fileName, isDecorative } = picture
                  return (
                    <UnstyledButton key={id} onClick={() => onChoose(picture)}>
                      <CroppedPhoto
                        picture={mediaFile(slug, picture)}
                        size={picture}
                        shown={picture}
                        ratio={4 / 3}
                      />
                      <Text fz="xs" lineClamp={2}>
                        {isDecorative ? `Decorative: ${fileName}` : alt}
                      </Text>
                    </UnstyledButton>
                  )
                })}
              </SimpleGrid>
            )
          }
        </Loaded>
      </Stack>
    </Modal>
  )
}
