import type {
  ConsoleContentEntry,
  postConsoleContentDiscard,
  postConsoleContentDraft,
  postConsoleContentPreview,
} from '@dineward/core/console-programs/content.contract.ts'
import { Alert, Button, Grid, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useAction } from '../../../kit/action/use-action.ts'
import { Conflict } from '../../../kit/form/form-parts.tsx'
import { type EditForm, useEditForm } from '../../../kit/form/use-edit-form.ts'
import { api } from '../../../lib/api.ts'
import { useMay } from '../../../lib/staff.ts'
import { toastProblem } from '../../../ui/dialog/toast.ts'
import { Difference } from '../../../ui/difference.tsx'
import { Section } from '../../../ui/page/section.tsx'
import { Problem } from '../../../ui/states.tsx'
import { programsChanged } from '../programs.queries.ts'
import { PublishDialog } from '../publish-dialog.tsx'
import type { FieldSchema } from './field-schema.ts'
import { SchemaFields } from './schema-form.tsx'
import { VersionList } from './version-list.tsx'

type Fields = Record<string, unknown>

type Asked = 'publish' | 'remove'

export function EntryEditor({ slug, entry }: { slug: string; entry: ConsoleContentEntry }) {
  const { params, edit } = useEntryForm(slug, entry)
  const { values: fields, isChanged } = edit
  const replace = (next: Fields) =>
    edit.change({ ...Object.fromEntries(Object.keys(fields).map(name => [name, undefined])), ...next })
  const [asking, setAsking] = useState<Asked | null>(null)
  const mayChange = useMay('content.change', slug)
  const problems = new Map(
    isChanged ? [] : entry.problems.map(({ field, message }) => [field.replace(/^fields\.?/, ''), message]),
  )

  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 8 }}>
        <Stack gap="md">
          <Conflict of={edit} />
          {edit.action.error !== null && !edit.action.isStale && <Problem error={edit.action.error} />}
          {!isChanged && <DraftProblems entry={entry} />}
          <VisuallyHidden component="h2">Fields</VisuallyHidden>
          <SchemaFields
            schema={entry.schema as FieldSchema}
            value={fields}
            onChange={next => edit.change(next as Fields)}
            path=""
            problems={problems}
          />
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 4 }}>
        <Stack gap="md">
          <EntryActions slug={slug} entry={entry} edit={edit} onAsk={setAsking} />
          {isChanged && (
            <Section title="Not saved yet">
              <Difference before={edit.seen} after={fields} />
              <Group>
                <Button size="compact-sm" variant="default" onClick={edit.discard}>
                  {edit.action.isStale ? 'Take theirs' : 'Undo all'}
                </Button>
              </Group>
            </Section>
          )}
          <Section title="Versions">
            <VersionList versions={entry.versions} current={fields} onRestore={mayChange ? replace : null} />
          </Section>
        </Stack>
      </Grid.Col>
      {asking && (
        <PublishDialog
          params={params}
          version={entry.version}
          remove={asking === 'remove'}
          onClose={() => setAsking(null)}
        />
      )}
    </Grid>
  )
}

/** What is in the form, and its way to the draft. */
function useEntryForm(slug: string, entry: ConsoleContentEntry) {
  const params = { slug, kind: entry.kind, entry: entry.slug }
  const value = entry.draft?.fields ?? entry.shown ?? {}
  const edit = useEditForm<Fields>({
    initial: {},
    stored: { value, version: entry.version },
    async run(fields, { version }) {
      const path = '/api/Console/Programs/:slug/Content/:kind/:entry/Draft'
      const body = { fields, version: version! }
      await api<typeof postConsoleContentDraft>('POST', path, { params, body }).finally(programsChanged)
      return 'The draft is saved. Members do not see it yet.'
    },
  })
  return { params, edit }
}

function DraftProblems({ entry }: { entry: ConsoleContentEntry }) {
  if (!entry.draft || entry.problems.length === 0) return null
  return (
    <Alert color="orange" title="This draft cannot be published yet" role="status">
      {entry.problems.map(({ field, message }) => (
        <Text key={`${field} ${message}`} fz="sm">
          {field.replace(/^fields\.?/, '') || 'Entry'}: {message}
        </Text>
      ))}
    </Alert>
  )
}

function EntryActions({
  slug,
  entry,
  edit,
  onAsk,
}: {
  slug: string
  entry: ConsoleContentEntry
  edit: EditForm<Fields>
  onAsk: (asked: Asked) => void
}) {
  const { isChanged } = edit
  const params = { slug, kind: entry.kind, entry: entry.slug }
  const [mayChange, mayPublish] = [useMay('content.change', slug), useMay('content.publish', slug)]
  const mayPreview = useMay('content.preview', slug)
  const drop = useAction({
    async run() {
      const path = '/api/Console/Programs/:slug/Content/:kind/:entry/Discard'
      const body = { version: entry.version }
      await api<typeof postConsoleContentDiscard>('POST', path, { params, body }).finally(programsChanged)
      edit.discard()
      return 'The draft is dropped.'
    },
    onError: toastProblem,
  })
  const preview = () =>
    openTab(async () => {
      if (isChanged && !(await edit.submit())) return null
      const path = '/api/Console/Programs/:slug/Content/:kind/:entry/Preview'
      return (await api<typeof postConsoleContentPreview>('POST', path, { params })).address
    })
  return (
    <Section title="What to do">
      <Stack gap="xs">
        {mayChange && (
          <Button
            onClick={() => void edit.submit()}
            disabled={!isChanged}
            loading={edit.action.isSending}
            variant={isChanged ? 'filled' : 'default'}
          >
            {edit.action.isStale ? 'Save mine' : 'Save the draft'}
          </Button>
        )}
        {mayPublish && (
          <Button
            onClick={() => onAsk('publish')}
            disabled={!entry.draft || isChanged || entry.problems.length > 0}
          >
            Publish…
          </Button>
        )}
        {mayPreview && !entry.hasPreview && (
          <Text fz="xs" c="dimmed">
            The site shows no drafts:{' '}
            <Link to={`/programs/${slug}/settings?query=preview`}>turn on Content preview</Link>.
          </Text>
        )}
        {mayPreview && entry.hasPreview && (
          <Button
            onClick={() => void preview()}
            variant="default"
            rightSection={<IconExternalLink size={14} aria-hidden />}
          >
            {isChanged ? 'Save and preview on the site' : 'Preview on the site'}
          </Button>
        )}
        {mayChange && entry.draft && (
          <Button variant="default" loading={drop.isSending} onClick={() => void drop.send()}>
            Drop the draft
          </Button>
        )}
        {mayPublish && entry.shown && !entry.draft && (
          <Button variant="subtle" color="red" onClick={() => onAsk('remove')}>
            Remove from the site…
          </Button>
        )}
      </Stack>
    </Section>
  )
}

/** The tab opens at the press, which browsers allow, and waits there for its address. */
async function openTab(addressOf: () => Promise<string | null>): Promise<void> {
  const tab = open('', '_blank')
  try {
    const address = await addressOf()
    if (address === null) return tab?.close()
    if (!tab) return location.assign(address)
    tab.opener = null
    tab.location.replace(address)
  } catch (error) {
    tab?.close()
    toastProblem(error)
  }
}
