import { Alert, Button, Code, CopyButton, Group, Modal, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react'

export interface Secret {
  /** It says what is shown, such as "The key of CRM". */
  readonly title: string
  readonly value: string
  readonly advice: string
}

/** A key or secret, which cannot be read again. A click beside it does not close it. */
export function ShownOnce({ secret, onClose }: { secret: Secret; onClose: () => void }) {
  const { title, value, advice } = secret
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size="lg"
      centered
      closeOnClickOutside={false}
      withCloseButton={false}
    >
      <Stack gap="md">
        <Alert color="orange" icon={<IconAlertTriangle />} title="Copy it now: it is shown only once">
          {advice}
        </Alert>
        <Code block data-secret>
          {value}
        </Code>
        <Group justify="space-between">
          <CopyButton value={value}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
                onClick={copy}
              >
                {copied ? 'Copied' : 'Copy'}
              </Button>
            )}
          </CopyButton>
          <Button onClick={onClose}>I have stored it</Button>
        </Group>
        <Text fz="sm" c="dimmed">
          Keep it where programs keep passwords, never in code or in a chat.
        </Text>
      </Stack>
    </Modal>
  )
}
