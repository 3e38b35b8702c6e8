import type {
  Restaurant,
  RestaurantPhoto,
} from '@dineward/core/console-restaurants/console-restaurants.contract.ts'
import type {
  putRestaurantPhoto,
  putRestaurantPhotoOrder,
} from '@dineward/core/console-restaurants/restaurant-photos.contract.ts'
import { ActionIcon, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { CroppedPhoto } from '../../../kit/photo-crop.tsx'
import { addressOf, api } from '../../../lib/api.ts'
import { toastProblem } from '../../../ui/dialog/toast.ts'
import { Section } from '../../../ui/page/section.tsx'
import { Empty } from '../../../ui/states.tsx'
import { useRestaurantWrite } from '../restaurants.queries.ts'
import { PhotoDialog, type PhotoWords } from './photo-dialog.tsx'
import { PhotoUpload } from './photo-upload.tsx'
import { useUndoableRemoval } from './use-undoable-removal.tsx'

const pictureOf = (id: string, photoId: string): string =>
  addressOf('/api/Console/Restaurants/:id/Photos/:photoId', { params: { id, photoId } })

const kinds = [
  { kind: 'place', title: 'Photos', intro: 'The first is the one in lists.' },
  { kind: 'menu', title: 'Pages of its menu', intro: 'In the order in which they are read.' },
] as const

export function PhotoList({ restaurant }: { restaurant: Restaurant }) {
  const removal = useUndoableRemoval(restaurant.id)
  const photos = restaurant.photos.filter(({ id }) => !removal.pending.includes(id))
  return (
    <Stack gap="md">
      {kinds.map(({ kind, title, intro }) => {
        const ofKind = photos.filter(photo => photo.kind === kind)
        if (kind === 'menu' && ofKind.length === 0) return null
        return (
          <Section
            key={kind}
            title={title}
            intro={intro}
            actions={restaurant.canChangeFacts && kind === 'place' && <PhotoUpload id={restaurant.id} />}
          >
            {ofKind.length === 0 && (
              <Empty title="No photos yet">Restaurants with a photo are opened far more often.</Empty>
            )}
            <SimpleGrid cols={{ base: 2, sm: 3, lg: 4 }} component="ul" p={0} m={0}>
              {ofKind.map((photo, index) => (
                <PhotoCard
                  key={photo.id}
                  restaurant={restaurant}
                  photos={ofKind}
                  index={index}
                  onRemove={() => removal.remove(photo.id)}
                />
              ))}
            </SimpleGrid>
          </Section>
        )
      })}
    </Stack>
  )
}

interface PhotoCardProps {
  readonly restaurant: Restaurant
  /** They are the photos of its kind. */
  readonly photos: readonly RestaurantPhoto[]
  readonly index: number
  readonly onRemove: () => void
}

function PhotoCard({ restaurant, photos, index, onRemove }: PhotoCardProps) {
  const photo = photos[index]!
  const picture = pictureOf(restaurant.id, photo.id)
  return (
    <Paper withBorder p="xs" component="li">
      <Stack gap={6}>
        <CroppedPhoto picture={picture} size={photo} shown={photo} ratio={1.4} alt={photo.alt} />
        {photo.alt === '' ? (
          <Text fz="sm" c="red">
            Says nothing to people who do not see it
          </Text>
        ) : (
          <Text fz="sm" lineClamp={2}>
            {photo.alt}
          </Text>
        )}
        {photo.rights && (
          <Text fz="xs" c="dimmed">
            © {photo.rights}
          </Text>
        )}
        {restaurant.canChangeFacts && (
          <PhotoActions restaurant={restaurant} photos={photos} index={index} onRemove={onRemove} />
        )}
      </Stack>
    </Paper>
  )
}

function PhotoActions({ restaurant: { id }, photos, index, onRemove }: PhotoCardProps) {
  const photo = photos[index]!
  const name = photo.alt || `photo ${index + 1}`
  const [isEditing, setIsEditing] = useState(false)
  const order = useRestaurantWrite(
    (ids: string[]) =>
      api<typeof putRestaurantPhotoOrder>('PUT', '/api/Console/Restaurants/:id/PhotoOrder', {
        params: { id },
        body: { kind: photo.kind, ids },
      }),
    'Order saved.',
  )
  const edit = useRestaurantWrite(
    (body: Omit<PhotoWords, 'kind'>) =>
      api<typeof putRestaurantPhoto>('PUT', '/api/Console/Restaurants/:id/Photos/:photoId', {
        params: { id, photoId: photo.id },
        body,
      }),
    'Photo saved.',
  )
  const move = (by: 1 | -1) => {
    const ids = photos.map(each => each.id)
    ids.splice(index + by, 0, ...ids.splice(index, 1))
    order.mutate(ids, { onError: toastProblem })
  }
  return (
    <Group gap={4} justify="space-between" wrap="nowrap">
      <Group gap={4} wrap="nowrap">
        <ActionIcon
          variant="default"
          aria-label={`Move “${name}” forward`}
          disabled={index === 0}
          onClick={() => move(-1)}
        >
          <IconArrowLeft size={16} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          aria-label={`Move “${name}” back`}
          disabled={index === photos.length - 1}
          onClick={() => move(1)}
        >
          <IconArrowRight size={16} />
        </ActionIcon>
      </Group>
      <Group gap={4} wrap="nowrap">
        <ActionIcon variant="default" aria-label={`Edit “${name}”`} onClick={() => setIsEditing(true)}>
          <IconPencil size={16} />
        </ActionIcon>
        <ActionIcon variant="default" aria-label={`Remove “${name}”`} onClick={onRemove}>
          <IconTrash size={16} />
        </ActionIcon>
      </Group>
      {isEditing && (
        <PhotoDialog
          title="Edit the photo"
          picture={pictureOf(id, photo.id)}
          words={wordsOf(photo)}
          mayChooseKind={false}
          confirm="Save"
          onSave={({ kind: _, ...words }) => edit.mutateAsync(words)}
          onClose={() => setIsEditing(false)}
        />
      )}
    </Group>
  )
}

function wordsOf(photo: RestaurantPhoto): PhotoWords {
  const { kind, alt, rights, focalX, focalY, cropLeft, cropTop, cropWidth, cropHeight } = photo
  return { kind, alt, rights, focalX, focalY, cropLeft, cropTop, cropWidth, cropHeight }
}
