import type { postConsoleTheme, ThemeAnswer } from '@dineward/core/console-programs/programs.contract.ts'
import { type Theme, themeSchema } from '@dineward/core/partner/theme/theme.ts'
import { checkTheme } from '@dineward/core/partner/theme/theme-contrast.ts'
import { Button, Grid, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { ProgramPage } from '../../features/programs/program-page.tsx'
import { programsChanged, themeQuery } from '../../features/programs/programs.queries.ts'
import { ContrastReport } from '../../features/programs/theme/contrast-report.tsx'
import { ThemeFields, themeFieldName } from '../../features/programs/theme/theme-fields.tsx'
import { ThemePreview } from '../../features/programs/theme/theme-preview.tsx'
import { ActionDialog } from '../../kit/action/action-dialog.tsx'
import { FormBar } from '../../kit/form/form-parts.tsx'
import { useEditForm } from '../../kit/form/use-edit-form.ts'
import { api } from '../../lib/api.ts'
import { useMay, useProgram } from '../../lib/staff.ts'
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
  const [drawn, setDrawn] = useState(saved)
  const [isResetting, setResetting] = useState(false)
  const params = { slug }
  const write = (body: { theme: Record<string, unknown> | null; version: string; reason: string }) =>
    api<typeof postConsoleTheme>('POST', '/api/Console/Programs/:slug/Theme', { params, body })
      .finally(programsChanged)
      .then(() => 'The site has its new looks. Every server follows within 5 seconds.')
  const edit = useEditForm<Theme>({
    initial: saved,
    stored: { value: saved, version: answer.version },
    run: (next, { version, reason }) => write({ theme: { ...next }, version: version!, reason }),
  })
  const theme = edit.values
  const checked = checkTheme(theme)
  const problems = new Map(checked.ok ? [] : checked.problems.map(({ path, message }) => [path, message]))
  // What is half typed is not drawn.
  if (
    theme !== drawn &&
    JSON.stringify(theme) !== JSON.stringify(drawn) &&
    themeSchema.safeParse(theme).success
  )
    setDrawn(theme)

  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Stack gap="md">
          <ThemeFields theme={theme} faces={answer.faces} problems={problems} onChange={edit.change} />
          {mayChange && (
            <form onSubmit={edit.submit}>
              <FormBar of={edit} save="Save the theme" canSave={checked.ok}>
                <Text fz="sm">Members see it on the next page that they open.</Text>
              </FormBar>
            </form>
          )}
          {mayChange && answer.isOverridden && !edit.isChanged && (
            <Group>
              <Button variant="subtle" onClick={() => setResetting(true)}>
                As shipped
              </Button>
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
        opened={isResetting}
        onClose={() => setResetting(false)}
        title="Back to the theme that ships?"
        confirm="Use the shipped theme"
        run={({ reason }) => write({ theme: null, version: answer.version, reason })}
      >
        Members see it on the next page that they open.
      </ActionDialog>
    </Grid>
  )
}
