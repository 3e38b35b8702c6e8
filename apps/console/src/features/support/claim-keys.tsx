import { Kbd, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'

/** J goes to the next claim and K to the one before; not while one types, or a dialog is open. */
export function useClaimKeys(move: (step: 1 | -1) => void): void {
  const unlessInDialog = (step: 1 | -1) => () => {
    if (!document.querySelector('[role="dialog"]')) move(step)
  }
  useHotkeys([
    ['J', unlessInDialog(1)],
    ['K', unlessInDialog(-1)],
  ])
}

export function ClaimKeysHint() {
  return (
    <Text fz="sm" c="dimmed" visibleFrom="sm">
      <Kbd size="xs">J</Kbd> next claim, <Kbd size="xs">K</Kbd> previous claim
    </Text>
  )
}
