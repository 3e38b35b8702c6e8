import { Form, useNavigate } from 'react-router'
import { useApp } from '../../partner/partner-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { formParams } from './form-params.ts'
import { PlaceFields } from './place-fields.tsx'
import { searchAddress } from './search-address.ts'
import styles from './search-box.module.css'
import { readSearch } from './search-place.queries.ts'

interface SearchBoxProps {
  /** Unique on the page. */
  readonly id: string
  readonly title: string
  readonly action: string
}

/** Two fields and one button that lead to the search page. Without script it is a plain form. */
export function SearchBox({ id, title, action }: SearchBoxProps) {
  const app = useApp()
  const navigate = useNavigate()
  return (
    <search className={styles.box}>
      <h2 className={styles.title}>{title}</h2>
      <Form
        method="get"
        action="/search"
        className={styles.form}
        onSubmit={event => {
          event.preventDefault()
          void navigate(searchAddress(readSearch(app, formParams(event.currentTarget))))
        }}
      >
        <PlaceFields id={id} />
        <Button type="submit" size="large">
          <Icon name="search" />
          {action}
        </Button>
      </Form>
    </search>
  )
}
