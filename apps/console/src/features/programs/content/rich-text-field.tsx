import { unknownPlaceholdersIn } from '@dineward/core/partner/partner-placeholders.ts'
import { Button, Group, Skeleton, Text, Textarea } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { readMarkup } from './rich-text-markup.ts'

const Editor = lazy(() => import('./rich-text-editor.tsx'))

interface RichTextFieldProps {
  readonly label: string
  readonly value: string
  readonly maxLength: number
  readonly error: string | undefined
  readonly onChange: (value: string) => void
}

/** A text with formats; one that the editor cannot show is edited as its markup. */
export function RichTextField({ error, maxLength, ...props }: RichTextFieldProps) {
  const { value } = props
  const [isMarkup, setIsMarkup] = useState(false)
  const canShow = readMarkup(value) !== null
  const problem = error ?? problemOf(value, maxLength)
  if (canShow && !isMarkup)
    return (
      <Suspense fallback={<Skeleton height={170} aria-label={`Loading ${props.label.toLowerCase()}`} />}>
        <Editor {...props} error={problem} onShowMarkup={() => setIsMarkup(true)} />
      </Suspense>
    )
  return (
    <div>
      <Textarea
        {...props}
        onChange={event => props.onChange(event.currentTarget.value)}
        description="Markup: p, br, strong, em, ul, ol, li, h3, h4 and a. Everything else is removed when you save."
        error={problem}
        autosize
        minRows={4}
        maxRows={20}
      />
      <Group gap="xs" mt={4}>
        <Button size="compact-xs" variant="subtle" disabled={!canShow} onClick={() => setIsMarkup(false)}>
          Edit with formats
        </Button>
        {!canShow && (
          <Text fz="xs" c="dimmed">
            The editor cannot show this markup. Nothing of it is lost here.
          </Text>
        )}
      </Group>
    </div>
  )
}

function problemOf(value: string, maxLength: number): string | undefined {
  if (value.length > maxLength)
    return `This text has ${value.length - maxLength} characters too many, its formats included. Shorten it.`
  const [name] = unknownPlaceholdersIn(value)
  return (
    name && `Nothing fills in {${name}}: members would read it as it is. Choose a placeholder from the list.`
  )
}
