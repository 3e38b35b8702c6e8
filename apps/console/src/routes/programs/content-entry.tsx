import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { EntryEditor } from '../../features/programs/content/entry-editor.tsx'
import { fieldLabel } from '../../features/programs/content/field-schema.ts'
import { ProgramPage } from '../../features/programs/program-page.tsx'
import { entryQuery } from '../../features/programs/programs.queries.ts'
import { Empty, Loaded } from '../../ui/states.tsx'

export function Component() {
  const { slug = '', kind = '', entry = '' } = useParams()
  const query = useQuery(entryQuery(slug, kind, entry))
  return (
    <ProgramPage slug={slug} part={`${fieldLabel(kind || 'content')}: ${entry}`}>
      <Anchor component={Link} to={`/programs/${slug}/content`} fz="sm" display="inline-block" mb="sm">
        All content
      </Anchor>
      <Loaded query={query}>
        {found =>
          found.schema ? (
            <EntryEditor
              // What was published by someone else fills the form again only when this one is left.
              key={`${kind}/${entry}`}
              slug={slug}
              entry={found}
            />
          ) : (
            <Empty title="No page shows an entry of this name">Choose another name, or another kind.</Empty>
          )
        }
      </Loaded>
    </ProgramPage>
  )
}
