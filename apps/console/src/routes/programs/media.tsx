import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { mediaQuery } from '../../features/programs/media/media.queries.ts'
import { UploadPicture } from '../../features/programs/media/picture-dialog.tsx'
import { PictureList } from '../../features/programs/media/picture-list.tsx'
import { ProgramPage } from '../../features/programs/program-page.tsx'
import { useMay } from '../../lib/staff.ts'
import { Loaded } from '../../ui/states.tsx'

export function Component() {
  const { slug = '' } = useParams()
  const query = useQuery(mediaQuery(slug))
  const mayChange = useMay('content.change', slug)
  return (
    <ProgramPage
      slug={slug}
      part="Pictures"
      actions={mayChange && (query.data?.length ?? 0) > 0 && <UploadPicture slug={slug} />}
    >
      <Loaded query={query}>{pictures => <PictureList slug={slug} pictures={pictures} />}</Loaded>
    </ProgramPage>
  )
}
