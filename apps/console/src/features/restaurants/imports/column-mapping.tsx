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
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEditForm } from '../../../kit/form/use-edit-form.ts'
import { api } from '../../../lib/api.ts'
import { Section } from '../../../ui/page/section.tsx'
import { Loaded, Problem } from '../../../ui/states.tsx'
import classes from './column-mapping.module.css'
import { ColumnsLink } from './columns-link.tsx'
import { columnLabel } from './import-words.ts'
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
  const edit = useEditForm({
    initial: { chosen: file.chosen },
    onDone: () => onClose?.(),
    refresh: [['imports']],
    async run({ chosen }) {
      const path = '/api/Console/RestaurantImports/:id/Columns'
      const body = { chosen }
      const answer = await api<typeof postRestaurantImportColumns>('POST', path, {
        params: { id: run.id },
        body,
      })
      client.setQueryData(importQuery(run.id).queryKey, answer.run)
      return null
    },
  })
  const { chosen } = edit.values
  const error = edit.otherErrors()
  const missing = requiredColumns.filter(column => !chosen.some(one => one.column === column))
  const choose = (from: string, column: string) =>
    edit.change({
      chosen: [
        ...chosen.filter(one => one.from !== from && one.column !== column),
        ...(column === '' ? [] : [{ column: column as ImportColumn, from }]),
      ],
    })
  return (
    <form onSubmit={edit.submit}>
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
        {error !== null && <Problem error={error} />}
        <Group gap="sm">
          <Button type="submit" disabled={missing.length > 0} loading={edit.action.isSending}>
            Read the file
          </Button>
          {onClose && (
            <Button variant="default" onClick={() => edit.askToClose(onClose)}>
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
