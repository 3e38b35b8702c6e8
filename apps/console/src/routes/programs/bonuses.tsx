import type { ConsoleSetting, postConsoleBonuses } from '@dineward/core/console-programs/settings.contract.ts'
import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import type { BonusDefinition } from '@dineward/core/partner/bonus-definition.ts'
import { Button, Group, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useParams } from 'react-router'
import { BonusForm, emptyBonus } from '../../features/programs/bonuses/bonus-form.tsx'
import { bonusDays, bonusState, bonusText } from '../../features/programs/bonuses/bonus-words.ts'
import { ReferralForm } from '../../features/programs/bonuses/referral-form.tsx'
import { ProgramPage } from '../../features/programs/program-page.tsx'
import { programsChanged, settingsQuery } from '../../features/programs/programs.queries.ts'
import { api } from '../../lib/api.ts'
import { dayHere } from '../../lib/months.ts'
import { useMay, useProgram } from '../../lib/staff.ts'
import { ReasonDialog } from '../../ui/dialog/reason-dialog.tsx'
import { toastDone } from '../../ui/dialog/toast.ts'
import { Section } from '../../ui/page/section.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'

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
                onSave={(value, version, reason) => save(slug, 'referral', { value, version, reason })}
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
): Promise<void> {
  try {
    await api<typeof postConsoleBonuses>('POST', '/api/Console/Programs/:slug/Bonuses', {
      params: { slug },
      body: { path, ...change },
    })
    toastDone('Saved. It counts for dines from now on.')
  } finally {
    await programsChanged()
  }
}

function Bonuses({ program, setting }: { program: Program; setting: ConsoleSetting }) {
  const mayChange = useMay('bonuses.change', program.slug)
  const [edited, setEdited] = useState<BonusDefinition | null>(null)
  const [removed, setRemoved] = useState<BonusDefinition | null>(null)
  const bonuses = setting.value as BonusDefinition[]
  const write = (value: BonusDefinition[], reason: string) =>
    save(program.slug, 'bonuses', { value, version: setting.version, reason })
  const isKnown = (code: string) => bonuses.some(one => one.code === code)
  return (
    <Section
      title="Bonuses"
      intro="What members can earn beside the usual rate. A banner of the same name in Content shows it to them."
      actions={mayChange && <Button onClick={() => setEdited(emptyBonus)}>New bonus</Button>}
    >
      {bonuses.length === 0 ? (
        <Empty title="No bonus yet">The first one begins with “New bonus”.</Empty>
      ) : (
        <Table verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Code</Table.Th>
              <Table.Th visibleFrom="sm">Reward</Table.Th>
              <Table.Th visibleFrom="sm">Days</Table.Th>
              <Table.Th visibleFrom="sm">State</Table.Th>
              <Table.Th>{mayChange && 'Change'}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {bonuses.map(bonus => (
              <BonusRow key={bonus.code} program={program} bonus={bonus}>
                {mayChange && (
                  <Group gap={4}>
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={`Edit ${bonus.code}`}
                      onClick={() => setEdited(bonus)}
                    >
                      Edit
                    </Button>
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={`Remove ${bonus.code}`}
                      onClick={() => setRemoved(bonus)}
                    >
                      Remove
                    </Button>
                  </Group>
                )}
              </BonusRow>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {edited && (
        <BonusForm
          program={program}
          bonus={edited}
          isNew={!isKnown(edited.code)}
          onClose={() => setEdited(null)}
          onSave={(bonus, reason) =>
            write(
              isKnown(edited.code)
                ? bonuses.map(one => (one.code === edited.code ? bonus : one))
                : [...bonuses, bonus],
              reason,
            )
          }
        />
      )}
      <ReasonDialog
        opened={removed !== null}
        onClose={() => setRemoved(null)}
        title={`Remove ${removed?.code ?? ''}?`}
        confirm="Remove the bonus"
        isDangerous
        onConfirm={reason =>
          write(
            bonuses.filter(({ code }) => code !== removed?.code),
            reason,
          )
        }
      >
        {removed?.needsRegistration
          ? 'Nobody can register for it any more. Members who have registered keep it as it was, with its last day.'
          : 'From tomorrow on dines no longer count for it. What members have earned stays.'}
      </ReasonDialog>
    </Section>
  )
}

function BonusRow({
  program,
  bonus,
  children,
}: {
  program: Program
  bonus: BonusDefinition
  children: ReactNode
}) {
  const reward = (
    <div>
      {bonusText(program, bonus)}
      <Text fz="xs" c="dimmed">
        {bonus.needsRegistration ? 'Members register for it' : 'Counts by itself'}
        {bonus.repeats && ', again and again'}
      </Text>
    </div>
  )
  return (
    <Table.Tr>
      <Table.Th scope="row">
        {bonus.code}
        <Stack gap={4} hiddenFrom="sm" align="flex-start" fw={400}>
          {reward}
          <Text fz="sm">Days: {bonusDays(bonus)}</Text>
          <BonusState bonus={bonus} />
        </Stack>
      </Table.Th>
      <Table.Td visibleFrom="sm">{reward}</Table.Td>
      <Table.Td visibleFrom="sm">{bonusDays(bonus)}</Table.Td>
      <Table.Td visibleFrom="sm">
        <BonusState bonus={bonus} />
      </Table.Td>
      <Table.Td>{children}</Table.Td>
    </Table.Tr>
  )
}

function BonusState({ bonus }: { bonus: BonusDefinition }) {
  const state = bonusState(bonus, dayHere())
  if (state === 'ended') return <Status tone="quiet">Ended</Status>
  return state === 'comes' ? <Status tone="wait">Begins later</Status> : <Status tone="good">Runs</Status>
}
