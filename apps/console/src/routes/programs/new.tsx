import {
  type NewProgram,
  newProgramSchema,
  type postConsoleProgram,
} from '@dineward/core/console-programs/new-program.contract.ts'
import type { ProgramSummary } from '@dineward/core/console-programs/programs.contract.ts'
import type { Theme } from '@dineward/core/partner/theme/theme.ts'
import { themeSchema } from '@dineward/core/partner/theme/theme.ts'
import { checkTheme } from '@dineward/core/partner/theme/theme-contrast.ts'
import { Anchor, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { ExportButton } from '../../features/programs/export-button.tsx'
import { LooksFields, RewardFields, WhoFields } from '../../features/programs/new-program-fields.tsx'
import { programsChanged, themeQuery } from '../../features/programs/programs.queries.ts'
import { ThemePreview } from '../../features/programs/theme/theme-preview.tsx'
import { ReasonField } from '../../kit/action/action-dialog.tsx'
import { FormBar } from '../../kit/form/form-parts.tsx'
import { useEditForm } from '../../kit/form/use-edit-form.ts'
import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { useMayInNetwork, useStaff } from '../../lib/staff.ts'
import { Page } from '../../ui/page/page.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'

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
  const [drawn, setDrawn] = useState(theme)
  const edit = useEditForm<NewProgram>({
    initial: beginning(model, firstTheme),
    schema: newProgramSchema,
    labels: { slug: 'Short name' },
    async run(body) {
      const { program } = await api<typeof postConsoleProgram>('POST', '/api/Console/Programs', { body })
      await programsChanged()
      onMade(program)
      return null
    },
  })
  const program = edit.values
  const looks = { ...theme, colors: { ...theme.colors, ...program.colors } }
  const checked = checkTheme(looks)
  // What is half typed is not drawn.
  if (JSON.stringify(looks) !== JSON.stringify(drawn) && themeSchema.safeParse(looks).success) setDrawn(looks)
  const problems = checked.ok ? {} : Object.fromEntries(checked.problems.map(one => [one.path, one.message]))

  async function choose(startFrom: string) {
    const chosen = (await queryClient.fetchQuery(themeQuery(startFrom))).theme as Theme
    setTheme(chosen)
    edit.change({ startFrom, colors: beginning(startFrom, chosen).colors })
  }
  const fields = { edit, problems }
  return (
    <form onSubmit={edit.submit}>
      <Stack gap="md">
        <WhoFields {...fields} />
        <RewardFields {...fields} />
        <LooksFields {...fields} models={models} onModel={slug => void choose(slug)} />
        <ThemePreview theme={drawn} name={program.name || 'Your program'} />
        <FormBar
          of={edit}
          save="Open the program"
          discard="Start again"
          canSave={checked.ok}
          needsReason={false}
          isNew
        >
          <ReasonField {...edit.field('reason')} />
        </FormBar>
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
