import type { ConsoleSetting, postConsoleBonuses } from '@dineward/core/console-programs/settings.contract.ts'
import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import type { BonusDefinition } from '@dineward/core/partner/bonus-definition.ts'
import { Button, Group, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { BonusForm, emptyBonus } from '../../features/programs/bonus-form.tsx'
import { bonusDays, bonusState, bonusText } from '../../features/programs/bonus-words.ts'
import { ProgramPage } from '../../features/programs/program-page.tsx'
import { programsChanged, settingsQuery } from '../../features/programs/programs.queries.ts'
import { ReferralForm } from '../../features/programs/referral-form.tsx'
import { api } from '../../lib/api.ts'
import { useMay, useProgram } from '../../lib/staff.ts'
import { ReasonDialog } from '../../ui/reason-dialog.tsx'
import { Section } from '../../ui/section.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import { toastDone } from '../../ui/toast.ts'

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
        <Table.ScrollContainer minWidth={640} type="native" tabIndex={0} aria-label="Bonuses">
          <Table verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Code</Table.Th>
                <Table.Th>Reward</Table.Th>
                <Table.Th>Days</Table.Th>
                <Table.Th>State</Table.Th>
                <Table.Th>{mayChange && 'Change'}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {bonuses.map(bonus => (
                <Table.Tr key={bonus.code}>
                  <Table.Th scope="row">{bonus.code}</Table.Th>
                  <Table.Td>
                    {bonusText(program, bonus)}
                    <Text fz="xs" c="dimmed">
                      {bonus.needsRegistration ? 'Members register for it' : 'Counts by itself'}
                      {bonus.repeats && ', again and again'}
                    </Text>
                  </Table.Td>
                  <Table.Td>{bonusDays(bonus)}</Table.Td>
                  <Table.Td>
                    <BonusState bonus={bonus} />
                  </Table.Td>
                  <Table.Td>
                    {mayChange && (
                      <Group gap={4} wrap="nowrap">
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
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
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
        Dines from now on no longer count for it. What members have earned stays.
      </ReasonDialog>
    </Section>
  )
}

function BonusState({ bonus }: { bonus: BonusDefinition }) {
  const state = bonusState(bonus, new Date().toLocaleDateString('sv-SE'))
  if (state === 'ended') return <Status tone="quiet">Ended</Status>
  return state === 'comes' ? <Status tone="wait">Begins later</Status> : <Status tone="good">Runs</Status>
}
