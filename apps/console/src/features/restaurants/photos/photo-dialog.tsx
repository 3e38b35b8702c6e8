import { Button, Group, Modal, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Problem } from '../../../ui/states.tsx'
import { PhotoCrop, type Shown } from './photo-crop.tsx'

export interface PhotoWords extends Shown {
  readonly kind: 'place' | 'menu'
  readonly alt: string
  readonly rights: string
}

interface PhotoDialogProps {
  readonly title: string
  readonly picture: string
  readonly words: PhotoWords
  /** The kind of a photo stays. */
  readonly mayChooseKind: boolean
  readonly confirm: string
  readonly onSave: (words: PhotoWords) => Promise<unknown>
  readonly onClose: () => void
  readonly children?: ReactNode
}

/** It edits words and crop of a photo. What was typed stays after an error. */
export function PhotoDialog(props: PhotoDialogProps) {
  const { title, picture, mayChooseKind, confirm, onSave, onClose, children } = props
  const [words, setWords] = useState(props.words)
  const [state, setState] = useState<{ isSaving: boolean; error: unknown }>({ isSaving: false, error: null })
  const set = (change: Partial<PhotoWords>) => setWords(current => ({ ...current, ...change }))

  async function submit(event: FormEvent) {
    event.preventDefault()
    setState({ isSaving: true, error: null })
    try {
      await onSave(words)
      onClose()
    } catch (error) {
      setState({ isSaving: false, error })
    }
  }

  return (
    <Modal opened onClose={onClose} title={title} size="lg" centered>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label="What the photo shows"
            description="Read out to people who do not see it"
            required
            minLength={3}
            maxLength={300}
            data-autofocus
            value={words.alt}
            onChange={({ currentTarget }) => set({ alt: currentTarget.value })}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput
              label="Rights"
              description="Who made it, and who allowed it"
              maxLength={200}
              value={words.rights}
              onChange={({ currentTarget }) => set({ rights: currentTarget.value })}
            />
            {mayChooseKind && (
              <Select
                label="Kind"
                description="Menu pages are shown whole"
                allowDeselect={false}
                data={[
                  { value: 'place', label: 'The restaurant' },
                  { value: 'menu', label: 'A page of its menu' },
                ]}
                value={words.kind}
                onChange={value => set({ kind: value === 'menu' ? 'menu' : 'place' })}
              />
            )}
          </SimpleGrid>
          <PhotoCrop picture={picture} shown={words} onChange={set} hasFocalPoint={words.kind === 'place'} />
          {children}
          {state.error !== null && <Problem error={state.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={state.isSaving}>
              {confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
