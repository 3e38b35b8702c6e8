import type { postReauthentication } from '@dineward/core/console-session/console-account.contract.ts'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { ApiError, api } from '../../lib/api.ts'
import {
  proofAddress,
  settleReauthentication,
  signOnProblem,
  useIsReauthenticating,
  useProofElsewhere,
} from '../../lib/reauthentication.ts'
import { noteSessionEnd } from '../../lib/session-end.ts'
import { accountQuery, signInOptionsQuery } from '../../lib/staff-proof.ts'
import { ProofDialog } from '../../ui/dialog/proof-dialog.tsx'
import { Problem } from '../../ui/states.tsx'

const cancel = () => settleReauthentication(false)

/** Before money leaves or a role changes, over the page, which keeps what was typed. The call is made again afterwards. */
export function ReauthenticationDialog() {
  const isAsking = useIsReauthenticating()
  if (!isAsking) return null
  return <AskForProof />
}

function AskForProof() {
  const account = useQuery(accountQuery)
  // The dialog focuses the field that it opens with.
  if (account.isPending) return null
  if (account.data?.reauthenticatesBy === 'provider') return <ProofAtProvider />
  return (
    <ProofDialog
      opened
      onClose={cancel}
      title="Confirm that it is you"
      confirm="Confirm"
      isReauthentication
      onProof={async ({ password, ...factor }) => {
        try {
          await api<typeof postReauthentication>('POST', '/api/Console/Account/Reauthentication', {
            body: password ? { password } : factor,
          })
          settleReauthentication(true)
        } catch (error) {
          if (!(error instanceof ApiError) || error.status !== 401) throw error
          noteSessionEnd()
          cancel()
        }
      }}
    >
      <Text>
        Before money leaves or a role changes, we ask once more. It holds for five minutes, and what you were
        doing goes on by itself.
      </Text>
    </ProofDialog>
  )
}

/** The page stays as it is: the provider opens beside it. */
function ProofAtProvider() {
  const { data: options } = useQuery(signInOptionsQuery)
  const [outcome, setOutcome] = useState<string | null>(null)
  const hear = useCallback((heard: string) => {
    if (heard === 'done') settleReauthentication(true)
    else setOutcome(heard)
  }, [])
  useProofElsewhere(hear)
  const problem = signOnProblem(outcome)
  return (
    <Modal opened onClose={cancel} title="Confirm that it is you" centered zIndex={300}>
      <Stack>
        <Text>
          Before money leaves or a role changes, you confirm it with {options?.singleSignOn}, in another
          window. Then come back here: what you were doing goes on by itself.
        </Text>
        {problem && <Problem error={new Error(problem)} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={cancel}>
            Cancel
          </Button>
          <Button component="a" href={proofAddress} target="_blank" data-autofocus>
            Confirm with {options?.singleSignOn}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
