import { Button, Group, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import {
  askToReauthenticate,
  proofAddress,
  signOnProblem,
  useProofElsewhere,
} from '../../lib/reauthentication.ts'
import { accountQuery, signInOptionsQuery } from '../../lib/staff-proof.ts'
import { toastDone } from '../../ui/dialog/toast.ts'
import { Section } from '../../ui/page/section.tsx'
import { Problem } from '../../ui/states.tsx'

/** The person connects the account that they have at their company, with a proof of both. */
export function SignOnSection({ isConnected }: { isConnected: boolean }) {
  const { data: options } = useQuery(signInOptionsQuery)
  const queryClient = useQueryClient()
  const [isProven, setProven] = useState(false)
  const [outcome, setOutcome] = useState<string | null>(null)
  const hear = useCallback(
    (heard: string) => {
      setOutcome(heard)
      if (heard !== 'done') return
      setProven(false)
      toastDone('Single sign-on is connected.')
      void queryClient.invalidateQueries(accountQuery)
    },
    [queryClient],
  )
  useProofElsewhere(hear)
  const name = options?.singleSignOn ?? 'Single sign-on'
  const problem = signOnProblem(outcome)
  if (isConnected)
    return (
      <Section title="Single sign-on">
        <Text>{name} signs you in. Your groups there decide what you may do here.</Text>
      </Section>
    )
  return (
    <Section
      title="Single sign-on"
      intro={`Connect your account at ${name}, under the same email address: it signs you in from then on.`}
    >
      {problem && <Problem error={new Error(problem)} />}
      <Group>
        {isProven ? (
          <Button component="a" href={proofAddress} target="_blank">
            Go on at {name}
          </Button>
        ) : (
          <Button variant="default" onClick={async () => setProven(await askToReauthenticate())}>
            Connect {name}
          </Button>
        )}
      </Group>
    </Section>
  )
}
