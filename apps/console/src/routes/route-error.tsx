import { Stack } from '@mantine/core'
import { useRouteError } from 'react-router'
import { Page } from '../ui/page/page.tsx'
import { Problem } from '../ui/states.tsx'

export function RouteError() {
  const error = useRouteError()
  return (
    <Stack p="md">
      <Page title="This page could not be shown">
        <Problem error={error} retry={() => location.reload()} />
      </Page>
    </Stack>
  )
}
