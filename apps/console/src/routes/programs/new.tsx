import type { NewProgram, postConsoleProgram } from '@dineward/core/console-programs/new-program.contract.ts'
import type { ProgramSummary } from '@dineward/core/console-programs/programs.contract.ts'
import type { Theme } from '@dineward/core/partner/theme/theme.ts'
import { themeSchema } from '@dineward/core/partner/theme/theme.ts'
import { checkTheme } from '@dineward/core/partner/theme/theme-contrast.ts'
import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { ExportButton } from '../../features/programs/export-button.tsx'
import { LooksFields, RewardFields, WhoFields } from '../../features/programs/new-program-fields.tsx'
import { programsChanged, themeQuery } from '../../features/programs/programs.queries.ts'
import { ThemePreview } from '../../features/programs/theme/theme-preview.tsx'
import { ApiError, api } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { useMayInNetwork, useStaff } from '../../lib/staff.ts'
import { forgetUnsavedChanges, useUnsavedChanges } from '../../lib/unsaved-changes.ts'
import { Page } from '../../ui/page/page.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Empty, Loaded, Problem } from '../../ui/states.tsx'

const parents = [{ to: '/programs', label: 'Programs' }]

export function Component() {
  const mayCreate = useMayInNetwork('partners.create')
  const models = useStaff().partners.map(({ slug, name }) => ({ value: slug, label: name }))
  const model = models[0]?.value ?? ''
  const query = useQuery(themeQuery(model))
  const [made, setMade] = useState<ProgramSummary | null>(null)
  if (!mayCreate)
    return (
      <Page title="New program" parents={parents}>
        <Empty title="Your role does not make programs">It takes a role in all of them.</Empty>
      </Page>
    )
  return (
    <Page
      title={made ? `${made.programName} is open` : 'New program'}
      parents={parents}
      intro={
        made
          ? undefined
          : 'Its site answers as soon as you press the last button. All of it can be changed later.'
      }
    >
      {made ? (
        <Made program={made} />
      ) : (
        <Loaded query={query}>
          {({ theme }) => <Wizard models={models} model={model} theme={theme as Theme} onMade={setMade} />}
        </Loaded>
      )}
    </Page>
  )
}

const beginning = (startFrom: string, { colors }: Theme): NewProgram => ({
  slug: '',
  name: '',
  programName: '',
  hostNames: [],
  enrollmentType: 'direct',
  currencyType: 'Credit',
  earnRates: { optedOut: 1, member: 3, vip: 5 },
  hasVIP: false,
  timeZone: 'America/New_York',
  startFrom,
  colors: { brand: colors.brand, action: colors.action, header: colors.header, footer: colors.footer },
  promise: 'Dinner that gives something back',
  promiseText: 'Link a card you already carry, eat out, and earn {currency plural} at every table.',
  supportPhone: '',
  supportEmail: '',
  termsUrl: 'https://',
  privacyUrl: 'https://',
  logo: null,
  logoMark: null,
  reason: '',
})

function Wizard({
  models,
  model,
  theme: firstTheme,
  onMade,
}: {
  models: readonly { readonly value: string; readonly label: string }[]
  model: string
  theme: Theme
  onMade: (program: ProgramSummary) => void
}) {
  const [theme, setTheme] = useState(firstTheme)
  const [program, setProgram] = useState(() => beginning(model, theme))
  const [drawn, setDrawn] = useState(theme)
  const [isChanged, setIsChanged] = useState(false)
  useUnsavedChanges(isChanged)
  const create = useMutation({
    mutationFn: () =>
      api<typeof postConsoleProgram>('POST', '/api/Console/Programs', {
        body: program,
      }),
    async onSuccess(answer) {
      await programsChanged()
      forgetUnsavedChanges()
      onMade(answer.program)
    },
  })
  const answered = create.error instanceof ApiError ? create.error.fieldErrors : []
  const own = { ...theme, colors: { ...theme.colors, ...program.colors } }
  const checked = checkTheme(own)
  const problems = new Map([
    ...answered.map(({ field, message }) => [field, message] as const),
    ...(checked.ok ? [] : checked.problems.map(({ path, message }) => [path, message] as const)),
  ])

  function set(changes: Partial<NewProgram>) {
    setIsChanged(true)
    const next = { ...program, ...changes }
    setProgram(next)
    const looks = { ...theme, colors: { ...theme.colors, ...next.colors } }
    if (themeSchema.safeParse(looks).success) setDrawn(looks)
  }
  async function choose(startFrom: string) {
    const answer = await queryClient.fetchQuery(themeQuery(startFrom))
    const chosen = answer.theme as Theme
    setTheme(chosen)
    setDrawn(chosen)
    setProgram(current => ({ ...current, startFrom, colors: beginning(startFrom, chosen).colors }))
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    create.mutate()
  }
  const fields = { program, set, problems }
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <WhoFields {...fields} />
        <RewardFields {...fields} />
        <LooksFields {...fields} models={models} onModel={slug => void choose(slug)} />
        <ThemePreview theme={drawn} name={program.name || 'Your program'} />
        <TextInput
          label="Reason"
          description="Kept in the history and the audit log."
          value={program.reason}
          onChange={event => set({ reason: event.currentTarget.value })}
          error={problems.get('reason')}
          required
          minLength={3}
          maxLength={500}
        />
        {create.error && <Problem error={create.error} />}
        {answered.length > 0 && (
          <Text c="var(--mantine-color-error)" fz="sm" role="status">
            {answered.map(({ field, message }) => `${field}: ${message}`).join(' · ')}
          </Text>
        )}
        <Group>
          <Button type="submit" loading={create.isPending} disabled={!checked.ok}>
            Open the program
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Made({ program: { slug, site } }: { program: ProgramSummary }) {
  return (
    <Section
      title="What comes next"
      intro="The program is in the database. Its folder goes into the next release, so that it ships with the product."
    >
      <Stack gap="xs">
        <Anchor href={site} target="_blank" rel="noreferrer">
          Open {site.replace(/^https?:\/\//, '')}
        </Anchor>
        <Anchor component={Link} to={`/programs/${slug}/theme`}>
          Change its looks
        </Anchor>
        <Anchor component={Link} to={`/programs/${slug}/content`}>
          Write its pages
        </Anchor>
        <Anchor component={Link} to={`/programs/${slug}/bonuses`}>
          Define its bonuses
        </Anchor>
        <Text fz="sm" c="dimmed">
          Restaurants take part in it under Restaurants.
        </Text>
        <Group>
          <ExportButton slug={slug} />
        </Group>
      </Stack>
    </Section>
  )
}
