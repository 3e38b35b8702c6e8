import type {
  ConsoleContentEntry,
  postConsoleContentDiscard,
  postConsoleContentDraft,
  postConsoleContentPreview,
} from '@dineward/core/console-programs/content.contract.ts'
import { Alert, Button, Grid, Group, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { ApiError, api } from '../../../lib/api.ts'
import { useMay } from '../../../lib/staff.ts'
import { useUnsavedChanges } from '../../../lib/unsaved-changes.ts'
import { toastDone, toastProblem } from '../../../ui/dialog/toast.ts'
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
  const draft = useEntryDraft(slug, entry)
  const { params, opened, fields, setFields, isChanged, problems, write, isStale } = draft
  const [asking, setAsking] = useState<Asked | null>(null)
  const mayChange = useMay('content.change', slug)

  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 8 }}>
        <Stack gap="md">
          {isStale && (
            <Alert color="orange" role="alert" title={write.error?.message}>
              <Stack gap="xs">
                <Text fz="sm">
                  {entry.draft?.savedBy ?? 'Someone else'} saved what is on the left. Fields that you did not
                  change stay as they have them.
                </Text>
                <Difference before={draft.theirs} after={draft.merged} labels={['Theirs', 'Yours']} />
                <Group gap="xs">
                  <Button size="xs" onClick={draft.keepMine}>
                    Go on with mine
                  </Button>
                  <Button size="xs" variant="default" onClick={draft.takeTheirs}>
                    Take theirs
                  </Button>
                </Group>
              </Stack>
            </Alert>
          )}
          {write.error && !isStale && <Problem error={write.error} />}
          {!isChanged && <DraftProblems entry={entry} />}
          <VisuallyHidden component="h2">Fields</VisuallyHidden>
          <SchemaFields
            schema={entry.schema as FieldSchema}
            value={fields}
            onChange={next => setFields(next as Fields)}
            path=""
            problems={problems}
          />
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 4 }}>
        <Stack gap="md">
          <EntryActions
            slug={slug}
            entry={entry}
            isChanged={isChanged}
            isSending={write.isPending}
            onWrite={write.mutateAsync}
            onAsk={setAsking}
          />
          {isChanged && (
            <Section title="Not saved yet">
              <Difference before={opened} after={fields} />
              <Group>
                <Button size="compact-sm" variant="default" onClick={() => setFields(opened)}>
                  Undo all
                </Button>
              </Group>
            </Section>
          )}
          <Section title="Versions">
            <VersionList
              versions={entry.versions}
              current={fields}
              onRestore={mayChange ? setFields : null}
            />
          </Section>
        </Stack>
      </Grid.Col>
      {asking && (
        <PublishDialog
          params={params}
          version={draft.version}
          remove={asking === 'remove'}
          onClose={() => setAsking(null)}
          onPublished={draft.took}
        />
      )}
    </Grid>
  )
}

/** What is in the form, and its way to the draft. */
function useEntryDraft(slug: string, entry: ConsoleContentEntry) {
  const params = { slug, kind: entry.kind, entry: entry.slug }
  const theirs = fieldsOf(entry)
  /** What the changes were made from. */
  const [{ opened, version }, setBase] = useState({ opened: theirs, version: entry.version })
  const [fields, setFields] = useState<Fields>(theirs)
  const isChanged = JSON.stringify(fields) !== JSON.stringify(opened)
  useUnsavedChanges(isChanged)
  const merged = withChanges(theirs, opened, fields)
  const problems = new Map(
    isChanged ? [] : entry.problems.map(({ field, message }) => [field.replace(/^fields\.?/, ''), message]),
  )

  function took(saved: ConsoleContentEntry) {
    setBase({ opened: fieldsOf(saved), version: saved.version })
    setFields(fieldsOf(saved))
  }

  const write = useMutation({
    mutationFn: (verb: 'Draft' | 'Discard') =>
      verb === 'Draft'
        ? api<typeof postConsoleContentDraft>(
            'POST',
            '/api/Console/Programs/:slug/Content/:kind/:entry/Draft',
            { params, body: { fields, version } },
          )
        : api<typeof postConsoleContentDiscard>(
            'POST',
            '/api/Console/Programs/:slug/Content/:kind/:entry/Discard',
            { params, body: { version } },
          ),
    async onSuccess({ entry: saved }, verb) {
      took(saved)
      await programsChanged()
      toastDone(verb === 'Draft' ? 'The draft is saved. Members do not see it yet.' : 'The draft is dropped.')
    },
    onError: () => void programsChanged(),
  })
  const isStale = write.error instanceof ApiError && write.error.code === 'changed_meanwhile'

  function goOnWith(next: Fields) {
    setBase({ opened: theirs, version: entry.version })
    setFields(next)
    write.reset()
  }
  return {
    params,
    opened,
    fields,
    setFields,
    version,
    isChanged,
    problems,
    write,
    isStale,
    took,
    theirs,
    merged,
    keepMine: () => goOnWith(merged),
    takeTheirs: () => goOnWith(theirs),
  }
}

const fieldsOf = (entry: ConsoleContentEntry): Fields => entry.draft?.fields ?? entry.shown ?? {}

/** What someone else saved, with the fields that were changed here. */
function withChanges(theirs: Fields, opened: Fields, mine: Fields): Fields {
  const names = [...new Set([...Object.keys(opened), ...Object.keys(mine)])]
  const changed = names.filter(name => JSON.stringify(opened[name]) !== JSON.stringify(mine[name]))
  const next = { ...theirs, ...Object.fromEntries(changed.map(name => [name, mine[name]])) }
  return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined))
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
  isChanged,
  isSending,
  onWrite,
  onAsk,
}: {
  slug: string
  entry: ConsoleContentEntry
  isChanged: boolean
  isSending: boolean
  onWrite: (verb: 'Draft' | 'Discard') => Promise<unknown>
  onAsk: (asked: Asked) => void
}) {
  const [mayChange, mayPublish] = [useMay('content.change', slug), useMay('content.publish', slug)]
  const mayPreview = useMay('content.preview', slug)
  const preview = () =>
    openTab(async () => {
      if (isChanged) await onWrite('Draft')
      const params = { slug, kind: entry.kind, entry: entry.slug }
      const path = '/api/Console/Programs/:slug/Content/:kind/:entry/Preview'
      return (await api<typeof postConsoleContentPreview>('POST', path, { params })).address
    })
  return (
    <Section title="What to do">
      <Stack gap="xs">
        {mayChange && (
          <Button
            onClick={() => void onWrite('Draft').catch(() => {})}
            disabled={!isChanged}
            loading={isSending}
            variant={isChanged ? 'filled' : 'default'}
          >
            Save the draft
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
          <Button variant="default" onClick={() => void onWrite('Discard').catch(() => {})}>
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
async function openTab(addressOf: () => Promise<string>): Promise<void> {
  const tab = open('', '_blank')
  try {
    const address = await addressOf()
    if (!tab) return location.assign(address)
    tab.opener = null
    tab.location.replace(address)
  } catch (error) {
    tab?.close()
    toastProblem(error)
  }
}
