import { lookUp } from '@dineward/core/shared/look-up.ts'
import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { Difference } from '../../../ui/difference.tsx'
import { Problem } from '../../../ui/states.tsx'
import { sentencesOf } from '../restaurant-errors.ts'
import { factWords } from '../restaurant-words.ts'
import styles from '../restaurants.module.css'
import type { FactsDraft } from './use-facts-draft.ts'

/** Says what is not saved, and what someone else saved meanwhile. Nothing without changes. */
export function SaveBar({ draft }: { draft: FactsDraft }) {
  const { names, conflict, error, isSaving } = draft
  if (names.length === 0) return null
  const isOfFields = Object.keys(draft.errors).length > 0
  return (
    <Paper
      withBorder
      shadow="md"
      p="sm"
      className={styles.saveBar}
      component="section"
      aria-label="Unsaved changes"
    >
      <Stack gap="xs">
        {conflict && (
          <Alert color="orange" title="Someone else changed this meanwhile" role="alert">
            <Difference before={labeled(conflict.theirs)} after={labeled(conflict.mine)} />
            <Text fz="sm">Before: as it is saved now. After: as you have it here.</Text>
          </Alert>
        )}
        {error !== null && !isOfFields && <Problem error={error} />}
        {isOfFields && (
          <Text c="red" fz="sm" role="alert">
            {sentencesOf(error).join(' ')}
          </Text>
        )}
        <Group justify="space-between" gap="xs">
          <Text fz="sm">Not saved: {names.map(name => factWords[name]).join(', ')}</Text>
          <Group gap="xs">
            <Button variant="default" onClick={draft.discard}>
              {conflict ? 'Keep theirs' : 'Discard'}
            </Button>
            <Button onClick={draft.save} loading={isSaving}>
              {conflict ? 'Save mine' : 'Save'}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Paper>
  )
}

function labeled(facts: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [lookUp(factWords, name), value]))
}
