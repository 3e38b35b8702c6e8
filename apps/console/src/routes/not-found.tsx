import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { Page } from '../ui/page/page.tsx'
import { Empty } from '../ui/states.tsx'

export function Component() {
  return (
    <Page title="Page not found">
      <Empty
        title="There is no page at this address"
        action={
          <Anchor component={Link} to="/">
            Go to the home page
          </Anchor>
        }
      >
        It may have moved, or a letter is missing. Press Ctrl K to go to a page by its name.
      </Empty>
    </Page>
  )
}
