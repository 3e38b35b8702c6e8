import { Center, Stack, Text, Title } from '@mantine/core'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { announceProof, signOnProblem } from '../lib/reauthentication.ts'
import { Problem } from '../ui/states.tsx'

/** The provider of single sign-on leads here, in a window beside the page that asked. */
export function Component() {
  const [params] = useSearchParams()
  const outcome = params.get('sso') ?? 'refused'
  const problem = signOnProblem(outcome)
  useEffect(() => {
    document.title = 'Confirmed · Dineward Console'
    announceProof(outcome)
    if (outcome === 'done') window.close()
  }, [outcome])
  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack maw={420}>
        <Title order={1}>{problem ? 'That did not work' : 'It is you'}</Title>
        {problem ? (
          <Problem error={new Error(problem)} />
        ) : (
          <Text>You can close this window: the console goes on in the other one.</Text>
        )}
      </Stack>
    </Center>
  )
}
