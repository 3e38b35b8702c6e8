import { Modal, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { noteSessionStart, useHasSessionEnded } from '../../lib/session-end.ts'
import { SignInForm } from './sign-in-form.tsx'

/** Over the page, which keeps what was typed. */
export function SessionEndedDialog() {
  const hasEnded = useHasSessionEnded()
  const queryClient = useQueryClient()
  return (
    <Modal
      opened={hasEnded}
      onClose={() => {}}
      withCloseButton={false}
      title="You have been signed out"
      centered
      // It lies over a form's dialog, whichever was opened first.
      zIndex={500}
    >
      <Stack>
        <Text>Thirty minutes passed without a call. Sign in again to pick up where you left off.</Text>
        <SignInForm
          onSignedIn={() => {
            noteSessionStart()
            void queryClient.invalidateQueries()
          }}
        />
      </Stack>
    </Modal>
  )
}
