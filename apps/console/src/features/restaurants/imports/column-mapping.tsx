import type {
  ImportColumns,
  ImportRun,
  postRestaurantImportColumns,
} from '@dineward/core/console-restaurants/restaurant-imports.contract.ts'
import {
  type ImportColumn,
  importColumns,
  requiredColumns,
} from '@dineward/core/merchant-import/import-columns.rules.ts'
import { Alert, Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { inSentences } from '../../../lib/in-sentences.ts'
import { useUnsavedChanges } from '../../../lib/unsaved-changes.ts'
import { Section } from '../../../ui/page/section.tsx'
import { Loaded, Problem } from '../../../ui/states.tsx'
import classes from './column-mapping.module.css'
import { columnLabel } from './column-words.ts'
import { ColumnsLink } from './columns-link.tsx'
import { importColumnsQuery, importQuery } from './imports.queries.ts'

interface MappingProps {
  readonly run: ImportRun
  /** Where it can be left: the file was read already. */
  readonly onClose?: () => void
}

/** Which column of the file is which of ours. */
export function ColumnMapping({ run, onClose }: MappingProps) {
  const query = useQuery(importColumnsQuery(run.id))
  return (
    <Section
      title="Columns of the file"
      intro="Say which is which. Files with the same columns are read this way from then on."
      actions={<ColumnsLink />}
    >
      <Loaded query={query}>
        {found => <MappingForm run={run} file={found} {...(onClose && { onClose })} />}
      </Loaded>
    </Section>
  )
}

function MappingForm({ run, file, onClose }: MappingProps & { readonly file: ImportColumns }) {
  const client = useQueryClient()
  const [chosen, setChosen] = useState(file.chosen)
  const close = useUnsavedChanges(chosen !== file.chosen)
  const missing = requiredColumns.filter(column => !chosen.some(one => one.column === column))
  const save = useMutation({
    mutationFn: () =>
      inSentences(
        api<typeof postRestaurantImportColumns>('POST', '/api/Console/RestaurantImports/:id/Columns', {
          params: { id: run.id },
          body: { chosen },
        }),
      ),
    onSuccess: ({ run: next }) => {
      client.setQueryData(importQuery(run.id).queryKey, next)
      void client.invalidateQueries({ queryKey: ['imports'] })
      onClose?.()
    },
  })
  const choose = (from: string, column: string) =>
    setChosen(before => [
      ...before.filter(one => one.from !== from && one.column !== column),
      ...(column === '' ? [] : [{ column: column as ImportColumn, from }]),
    ])
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <Stack gap="sm">
        {missing.length > 0 && (
          <Alert color="orange" title="Some columns are required" role="status">
            {`Choose a column for: ${missing.map(columnLabel).join(', ')}.`}
          </Alert>
        )}
        <ul className={classes.list}>
          {file.columns.map(({ name, samples }) => (
            <li key={name} className={classes.row}>
              <div className={classes.column}>
                <Text fw={600}>{name}</Text>
                <Text fz="sm" c="dimmed" className={classes.samples}>
                  {samples.filter(Boolean).join(' · ') || 'The first rows are empty here.'}
                </Text>
              </div>
              <NativeSelect
                aria-label={`Column for ${name}`}
                value={chosen.find(({ from }) => from === name)?.column ?? ''}
                onChange={({ currentTarget }) => choose(name, currentTarget.value)}
                data={choices}
              />
            </li>
          ))}
        </ul>
        {save.isError && <Problem error={save.error} />}
        <Group gap="sm">
          <Button type="submit" disabled={missing.length > 0} loading={save.isPending}>
            Read the file
          </Button>
          {onClose && (
            <Button variant="default" onClick={() => close(onClose)}>
              Cancel
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}

const choices = [
  { value: '', label: 'Not imported' },
  ...importColumns.map(column => ({
    value: column,
    label: requiredColumns.includes(column) ? `${columnLabel(column)} (required)` : columnLabel(column),
  })),
]
