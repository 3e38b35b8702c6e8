import { ImportList } from '../../features/restaurants/imports/import-list.tsx'
import { ImportUpload } from '../../features/restaurants/imports/import-upload.tsx'
import { Page } from '../../ui/page/page.tsx'

export function Component() {
  return (
    <Page title="Import restaurants" parents={[{ to: '/restaurants', label: 'Restaurants' }]}>
      <ImportUpload />
      <ImportList />
    </Page>
  )
}
