import { importTemplate } from '@dineward/core/merchant-import/import-template.rules.ts'
import { csvFile, csvLine } from '@dineward/core/shared/text/csv.ts'
import { Anchor, Button } from '@mantine/core'
import { Link } from 'react-router'
import { saveAs } from '../../../lib/api.ts'

export function ColumnsLink() {
  return (
    <Anchor component={Link} fz="sm" to="/restaurants/imports/columns">
      What the columns mean
    </Anchor>
  )
}

/** The header, and two restaurants as examples. */
export function TemplateButton() {
  const { header, rows } = importTemplate
  const save = () => {
    const file = csvFile([header, ...rows].map(csvLine))
    saveAs(new Blob([file], { type: 'text/csv' }), 'restaurants-template.csv')
  }
  return (
    <Button variant="default" onClick={save}>
      Template (CSV)
    </Button>
  )
}
