import { importColumns, requiredColumns } from '@dineward/core/merchant-import/import-columns.rules.ts'
import { Table, Text } from '@mantine/core'
import { TemplateButton } from '../../features/restaurants/imports/columns-link.tsx'
import { columnHelp, columnLabel } from '../../features/restaurants/imports/import-words.ts'
import { Page } from '../../ui/page/page.tsx'
import { Section } from '../../ui/page/section.tsx'

export function Component() {
  return (
    <Page
      title="Columns of an import"
      parents={[
        { to: '/restaurants', label: 'Restaurants' },
        { to: '/restaurants/imports', label: 'Imports' },
      ]}
      actions={<TemplateButton />}
    >
      <Section
        title="The file"
        intro="CSV with a header, its columns separated by commas, semicolons, tabs or pipes; or one JSON object a line. UTF-8, UTF-16 or Windows-1252, also packed with gzip, 64 MB at most. A row says everything: what it leaves out is empty."
      >
        <Table.ScrollContainer minWidth={320}>
          <Table verticalSpacing="sm" aria-label="Columns">
            <Table.Thead>
              <Table.Tr>
                <Table.Th w="8rem">Column</Table.Th>
                <Table.Th>What it has</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {importColumns.map(column => (
                <Table.Tr key={column}>
                  <Table.Td>
                    <Text ff="monospace" fz="sm">
                      {column}
                    </Text>
                    {requiredColumns.includes(column) && (
                      <Text fz="xs" c="dimmed">
                        required
                      </Text>
                    )}
                  </Table.Td>
                  <Table.Td>
                    <Text fw={600}>{columnLabel(column)}</Text>
                    <Text fz="sm">{columnHelp[column]}</Text>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Section>
    </Page>
  )
}
