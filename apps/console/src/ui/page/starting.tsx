import { Center, Loader } from '@mantine/core'

/** Until it is known who is signed in. */
export function Starting() {
  return (
    <Center h="100vh" aria-busy="true">
      <Loader role="status" aria-label="Loading the console" />
    </Center>
  )
}
