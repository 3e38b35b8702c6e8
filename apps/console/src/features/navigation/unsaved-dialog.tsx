import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { type Location, useBlocker } from 'react-router'
import { forgetUnsavedChanges, hasUnsavedChanges, useWaitingClose } from '../../lib/unsaved-changes.ts'

const addressOf = ({ pathname, search }: Location) => pathname + search

/** Asks before changes are lost, on any way out. */
export function UnsavedDialog() {
  useWindowEvent('beforeunload', event => {
    if (hasUnsavedChanges()) event.preventDefault()
  })
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasUnsavedChanges() && addressOf(currentLocation) !== addressOf(nextLocation),
  )
  const { close, answered } = useWaitingClose()
  const isBlocked = blocker.state === 'blocked'

  function stay() {
    answered()
    if (isBlocked) blocker.reset()
  }
  function leave() {
    forgetUnsavedChanges()
    answered()
    close?.()
    if (isBlocked) blocker.proceed()
  }
  return (
    <Modal
      opened={isBlocked || close !== null}
      onClose={stay}
      title="Leave without saving?"
      centered
      zIndex={400}
    >
      <Stack>
        <Text>What you changed here is not saved yet.</Text>
        <Group justify="flex-end">
          <Button variant="default" color="red" onClick={leave}>
            Leave without saving
          </Button>
          <Button onClick={stay} data-autofocus>
            Keep editing
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
