import { Button, Code, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { QrCode } from '../../ui/qr-code.tsx'
import { Problem } from '../../ui/states.tsx'

interface AuthenticatorSetupProps {
  readonly secret: string
  readonly uri: string
  /** Sends the first code. */
  readonly onCode: (code: string) => Promise<unknown>
}

/** One scans the code or types it in, then enters the first code. What was typed stays after an error. */
export function AuthenticatorSetup({ secret, uri, onCode }: AuthenticatorSetupProps) {
  const [code, setCode] = useState('')
  const [state, setState] = useState<{ isSending: boolean; error: unknown }>({
    isSending: false,
    error: null,
  })

  async function submit(event: FormEvent) {
    event.preventDefault()
    setState({ isSending: true, error: null })
    try {
      await onCode(code)
    } catch (error) {
      setState({ isSending: false, error })
    }
  }

  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text>Scan this with an authenticator app, such as the one of your phone or password manager.</Text>
        <Group justify="center">
          <QrCode text={uri} label="QR code with the secret of your authenticator app" />
        </Group>
        <div>
          <Text fz="sm" c="dimmed">
            Or type it in:
          </Text>
          <Code block>{secret.match(/.{1,4}/g)?.join(' ')}</Code>
        </div>
        <TextInput
          label="Code"
          description="The six digits that the app shows now"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          value={code}
          onChange={({ currentTarget }) => setCode(currentTarget.value)}
        />
        {state.error !== null && <Problem error={state.error} />}
        <Button type="submit" loading={state.isSending}>
          Confirm the code
        </Button>
      </Stack>
    </form>
  )
}
