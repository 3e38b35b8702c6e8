import type { ConsoleSetting, postConsoleBonuses } from '@dineward/core/console-programs/settings.contract.ts'
import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import type { BonusDefinition } from '@dineward/core/partner/bonus-definition.ts'
import { Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { BonusForm, emptyBonus } from '../../features/programs/bonuses/bonus-form.tsx'
import { bonusBudget, bonusDays, bonusState, bonusText } from '../../features/programs/bonuses/bonus-words.ts'
import { ReferralForm } from '../../features/programs/bonuses/referral-form.tsx'
import { ProgramPage } from '../../features/programs/program-page.tsx'
import { programsChanged, settingsQuery } from '../../features/programs/programs.queries.ts'
import type { RowAction } from '../../kit/action/action.ts'
import { column, controlColumn, statusColumn } from '../../kit/list/columns.tsx'
import type { List } from '../../kit/list/list.ts'
import { ListView } from '../../kit/list/list-page.tsx'
import { wholeRows } from '../../kit/list/rows.ts'
import { api } from '../../lib/api.ts'
import { dayHere } from '../../lib/months.ts'
import { useMay, useProgram } from '../../lib/staff.ts'
import { Section } from '../../ui/page/section.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import type { Tone } from '../../ui/status.tsx'

export function Component() {
  const { slug = '' } = useParams()
  const program = useProgram(slug)
  const query = useQuery(settingsQuery(slug))
  return (
    <ProgramPage slug={slug} part="Bonuses">
      <Loaded query={query}>
        {settings =>
          program && (
            <Stack gap="md">
              <Bonuses program={program} setting={settings.find(({ path }) => path === 'bonuses')!} />
              <ReferralForm
                program={program}
                setting={settings.find(({ path }) => path === 'referral')!}
                onSave={change => save(slug, 'referral', change)}
              />
            </Stack>
          )
        }
      </Loaded>
    </ProgramPage>
  )
}

async function save(
  slug: string,
  path: 'bonuses' | 'referral',
  change: { value: unknown; version: string; reason: string },
): Promise<string> {
  try {
    await api<typeof postConsoleBonuses>('POST', '/api/Console/Programs/:slug/Bonuses', {
      params: { slug },
      body: { path, ...change },
    })
    return 'Saved. It counts for dines from now on.'
  } finally {
    await programsChanged()
  }
}

const states: Record<ReturnType<typeof bonusState>, { label: string; tone: Tone }> = {
  ended: { label: 'Ended', tone: 'quiet' },
  comes: { label: 'Begins later', tone: 'wait' },
  runs: { label: 'Runs', tone: 'good' },
}

const listFor = (
  program: Program,
  actions: readonly RowAction<BonusDefinition>[],
  onEdit: ((bonus: BonusDefinition) => void) | null,
): List<BonusDefinition> => ({
  name: 'bonuses',
  label: 'Bonuses',
  isTall: true,
  rowKey: ({ code }) => code,
  actions,
  columns: [
    column('Code', ({ code }) => code),
    column('Reward', bonus => bonusText(program, bonus)),
    column(
      'How',
      ({ needsRegistration, repeats }) =>
        `${needsRegistration ? 'Members register for it' : 'Counts by itself'}${repeats ? ', again and again' : ''}`,
    ),
    column('Budget', bonus => bonusBudget(program, bonus)),
    column('Days', bonusDays),
    statusColumn('State', bonus => bonusState(bonus, dayHere()), states),
    ...(onEdit
      ? [
          controlColumn<BonusDefinition>('Edit', bonus => (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Edit ${bonus.code}`}
              onClick={() => onEdit(bonus)}
            >
              Edit
            </Button>
          )),
        ]
      : []),
  ],
  empty: <Empty title="No bonus yet">The first one begins with “New bonus”.</Empty>,
})

function Bonuses({ program, setting }: { program: Program; setting: ConsoleSetting }) {
  const mayChange = useMay('bonuses.change', program.slug)
  const [edited, setEdited] = useState<BonusDefinition | null>(null)
  const bonuses = setting.value as BonusDefinition[]
  const write = (value: BonusDefinition[], version: string, reason: string) =>
    save(program.slug, 'bonuses', { value, version, reason })
  const stored = bonuses.find(one => one.code === edited?.code)
  const remove: RowAction<BonusDefinition> = {
    label: 'Remove',
    isFor: () => true,
    nameOf: ({ code }) => code,
    explanation: ({ needsRegistration }) =>
      needsRegistration
        ? 'Members can no longer register for it. Members who have registered keep it as it was, with its last day.'
        : 'From tomorrow on dines no longer count for it. What members have earned stays.',
    confirm: 'Remove the bonus',
    isDangerous: true,
    refresh: ['programs'],
    run: ({ code }, { reason }) =>
      write(
        bonuses.filter(one => one.code !== code),
        setting.version,
        reason,
      ),
  }
  return (
    <Section
      title="Bonuses"
      intro="What members can earn beside the usual rate. A banner of the same name in Content shows it to them."
      actions={mayChange && <Button onClick={() => setEdited(emptyBonus)}>New bonus</Button>}
    >
      <ListView
        of={listFor(program, mayChange ? [remove] : [], mayChange ? setEdited : null)}
        rows={wholeRows({ data: bonuses, error: null, refetch: programsChanged }, all => all)}
      />
      {edited && (
        <BonusForm
          program={program}
          bonus={edited}
          stored={stored ? { value: stored, version: setting.version } : null}
          isNew={edited.code === ''}
          onClose={() => setEdited(null)}
          onSave={(bonus, version, reason) =>
            write(
              stored ? bonuses.map(one => (one === stored ? bonus : one)) : [...bonuses, bonus],
              version ?? setting.version,
              reason,
            )
          }
        />
      )}
    </Section>
  )
}
