import { Button, FileInput, Group, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'

interface UploadFormProps {
  /** What the file is of, such as a select of programs. */
  readonly chooser: ReactNode
  readonly accept: string
  readonly description?: ReactNode
  readonly file: File | null
  readonly onChoose: (file: File | null) => void
  readonly submit: string
  /** What the file is of was chosen. */
  readonly isReady?: boolean
  readonly isSending: boolean
  readonly onSubmit: (file: File) => void
  /** It shows progress and problems. */
  readonly children?: ReactNode
}

/** One file, and what it is of. */
export function UploadForm(props: UploadFormProps) {
  const {
    chooser,
    accept,
    description,
    file,
    onChoose,
    submit,
    isReady = true,
    isSending,
    onSubmit,
    children,
  } = props
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (file) onSubmit(file)
      }}
    >
      <Stack gap="sm">
        <Group align="flex-end" gap="sm">
          {chooser}
          <FileInput
            label="File"
            {...(description === undefined ? {} : { description })}
            placeholder="Choose a file"
            accept={accept}
            clearable
            clearButtonProps={{ 'aria-label': 'Remove the file' }}
            miw="16rem"
            value={file}
            onChange={onChoose}
          />
          <Button type="submit" disabled={!file || !isReady} loading={isSending}>
            {submit}
          </Button>
        </Group>
        {children}
      </Stack>
    </form>
  )
}
