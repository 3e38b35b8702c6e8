import { Select, SimpleGrid, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { FormDialog } from '../../../kit/form/form-parts.tsx'
import { useEditForm } from '../../../kit/form/use-edit-form.ts'
import { PhotoCrop, type Shown } from '../../../kit/photo-crop.tsx'

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

/** It edits words and crop of a photo. */
export function PhotoDialog(props: PhotoDialogProps) {
  const { title, picture, words, mayChooseKind, confirm, onSave, onClose, children } = props
  const edit = useEditForm<PhotoWords>({
    initial: words,
    run: async typed => {
      await onSave(typed)
      return null
    },
    onDone: onClose,
  })
  const { field, values } = edit
  return (
    <FormDialog of={edit} title={title} save={confirm} needsReason={false} onClose={onClose}>
      <TextInput
        label="What the photo shows"
        description="Read out to people who do not see it"
        required
        minLength={3}
        maxLength={300}
        data-autofocus
        {...field('alt')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label="Rights"
          description="Who made it, and who allowed it"
          maxLength={200}
          {...field('rights')}
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
            {...field('kind')}
          />
        )}
      </SimpleGrid>
      <PhotoCrop
        picture={picture}
        shown={values}
        onChange={edit.change}
        hasFocalPoint={values.kind === 'place'}
      />
      {children}
    </FormDialog>
  )
}
