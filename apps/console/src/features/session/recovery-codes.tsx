import { Alert, Button, Code, CopyButton, Group, Stack } from '@mantine/core'
import { saveAs } from '../../lib/api.ts'

/** The codes are shown this once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = codes.join('\n')
  return (
    <Stack gap="md">
      <Alert color="orange" title="Keep these recovery codes now">
        Each signs you in once when your authenticator app is not at hand. They are not shown again.
      </Alert>
      <Code block>{text}</Code>
      <Group gap="xs">
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
        <Button
          variant="default"
          onClick={() => saveAs(new Blob([text], { type: 'text/plain' }), 'dineward-recovery-codes.txt')}
        >
          Save as a file
        </Button>
        <Button onClick={onDone}>I have kept them</Button>
      </Group>
    </Stack>
  )
}
