import { Center, Paper, Stack, Text, Title } from '@mantine/core'
import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { SignInForm } from '../features/session/sign-in-form.tsx'
import { signOnProblem } from '../lib/reauthentication.ts'
import { noteSessionStart } from '../lib/session-end.ts'
import { Problem } from '../ui/states.tsx'

export function Component() {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const back = params.get('back') ?? '/'
  const problem = signOnProblem(params.get('sso'))
  useEffect(() => {
    document.title = 'Sign in · Dineward Console'
  }, [])
  return (
    <Center component="main" mih="100dvh" p="md">
      <Paper withBorder p="xl" w="100%" maw={420}>
        <Stack gap="lg">
          <div>
            <Title order={1}>Sign in</Title>
            <Text c="dimmed">Dineward Console, for the staff of dining programs.</Text>
          </div>
          {problem && <Problem error={new Error(problem)} />}
          <SignInForm
            back={back}
            onSignedIn={() => {
              noteSessionStart()
              // It goes only to a path of this site.
              void navigate(/^\/(?!\/)/.test(back) ? back : '/', { replace: true })
            }}
          />
        </Stack>
      </Paper>
    </Center>
  )
}
