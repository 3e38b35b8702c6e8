import type { postConsoleTheme, ThemeAnswer } from '@dineward/core/console-programs/programs.contract.ts'
import { type Theme, themeSchema } from '@dineward/core/partner/theme/theme.ts'
import { checkTheme } from '@dineward/core/partner/theme/theme-contrast.ts'
import { Alert, Button, Grid, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { ProgramPage } from '../../features/programs/program-page.tsx'
import { programsChanged, themeQuery } from '../../features/programs/programs.queries.ts'
import { ContrastReport } from '../../features/programs/theme/contrast-report.tsx'
import { ThemeFields, themeFieldName } from '../../features/programs/theme/theme-fields.tsx'
import { ThemePreview } from '../../features/programs/theme/theme-preview.tsx'
import type { Done } from '../../kit/action/action.ts'
import { ActionDialog } from '../../kit/action/action-dialog.tsx'
import { api, isChangedMeanwhile } from '../../lib/api.ts'
import { useMay, useProgram } from '../../lib/staff.ts'
import { forgetUnsavedChanges, useUnsavedChanges } from '../../lib/unsaved-changes.ts'
import { Difference } from '../../ui/difference.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'

export function Component() {
  const { slug = '' } = useParams()
  const query = useQuery(themeQuery(slug))
  return (
    <ProgramPage slug={slug} part="Theme">
      <Loaded query={query}>{answer => <Editor slug={slug} answer={answer} />}</Loaded>
    </ProgramPage>
  )
}

function Editor({ slug, answer }: { slug: string; answer: ThemeAnswer }) {
  const name = useProgram(slug)?.name ?? slug
  const mayChange = useMay('theme.change', slug)
  const saved = answer.theme as Theme
  const [theme, setTheme] = useState(saved)
  const [drawn, setDrawn] = useState(saved)
  const [version, setVersion] = useState(answer.version)
  const [asking, setAsking] = useState<'save' | 'reset' | null>(null)
  const checked = checkTheme(theme)
  const problems = new Map(checked.ok ? [] : checked.problems.map(({ path, message }) => [path, message]))
  const isChanged = JSON.stringify(theme) !== JSON.stringify(saved)
  const isStale = version !== answer.version
  useUnsavedChanges(isChanged)

  function edit(next: Theme) {
    setTheme(next)
    // What is half typed is not drawn.
    if (themeSchema.safeParse(next).success) setDrawn(next)
  }

  async function save(reason: string): Promise<Done | null> {
    try {
      const next = await api<typeof postConsoleTheme>('POST', '/api/Console/Programs/:slug/Theme', {
        params: { slug },
        body: { theme: asking === 'reset' ? null : { ...theme }, version, reason },
      })
      edit(next.theme as Theme)
      setVersion(next.version)
      forgetUnsavedChanges()
      return 'The site has its new looks. Every server follows within 5 seconds.'
    } catch (error) {
      if (!isChangedMeanwhile(error)) throw error
      // The page shows what the other person did.
      return null
    } finally {
      await programsChanged()
    }
  }

  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Stack gap="md">
          {isStale && (
            <Alert color="orange" role="alert" title="Someone else changed the theme meanwhile">
              <Stack gap="xs">
                <Difference before={answer.theme} after={theme} />
                <Group gap="xs">
                  <Button size="xs" onClick={() => setVersion(answer.version)}>
                    Keep mine
                  </Button>
                  <Button
                    size="xs"
                    variant="default"
                    onClick={() => {
                      edit(saved)
                      setVersion(answer.version)
                    }}
                  >
                    Take theirs
                  </Button>
                </Group>
              </Stack>
            </Alert>
          )}
          <ThemeFields theme={theme} faces={answer.faces} problems={problems} onChange={edit} />
          {mayChange && (
            <Group>
              <Button disabled={!isChanged || !checked.ok || isStale} onClick={() => setAsking('save')}>
                Save the theme
              </Button>
              <Button variant="default" disabled={!isChanged} onClick={() => edit(saved)}>
                Discard changes
              </Button>
              {answer.isOverridden && (
                <Button variant="subtle" onClick={() => setAsking('reset')}>
                  As shipped
                </Button>
              )}
            </Group>
          )}
          {!checked.ok && (
            <Text c="var(--mantine-color-error)" fz="sm" role="status">
              This theme cannot be read everywhere, so it cannot be saved:{' '}
              {[...new Set([...problems.keys()].map(themeFieldName))].join(', ')}.
            </Text>
          )}
          {answer.changed && (
            <Text fz="sm" c="dimmed">
              Last changed <Time at={answer.changed.at} /> by {answer.changed.by}
              {answer.changed.reason && `: “${answer.changed.reason}”`}
            </Text>
          )}
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Stack gap="md">
          <ThemePreview theme={drawn} name={name} />
          <Section title="Contrast" intro="Lowest contrast of each pair.">
            <ContrastReport theme={drawn} />
          </Section>
        </Stack>
      </Grid.Col>
      <ActionDialog
        opened={asking !== null}
        onClose={() => setAsking(null)}
        title={asking === 'reset' ? 'Back to the theme that ships?' : 'Change the looks of the site?'}
        confirm={asking === 'reset' ? 'Use the shipped theme' : 'Save the theme'}
        run={({ reason }) => save(reason)}
      >
        Members see it on the next page that they open.
      </ActionDialog>
    </Grid>
  )
}
