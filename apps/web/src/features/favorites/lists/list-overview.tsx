import { longestListName } from '@dineward/core/favorites/lists.rules.ts'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { errorText } from '../../../partner/error-text.ts'
import { useApp, useCopy } from '../../../partner/partner-context.tsx'
import { AppLink } from '../../../ui/app-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { NameDialog } from '../../../ui/dialog/name-dialog.tsx'
import { EmptyState } from '../../../ui/empty/empty-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import styles from './list-overview.module.css'
import { createList, listPath, listsQuery } from './lists.queries.ts'
import { placesText } from './places-text.ts'

/** The member's lists, each with the way to it. */
export function ListOverview() {
  const app = useApp()
  const copy = useCopy()
  const navigate = useNavigate()
  const { data: lists } = useSuspenseQuery(listsQuery(app))
  const [isNaming, setNaming] = useState(false)
  const create = useMutation({
    mutationFn: (name: string) => createList(app, name),
    onSuccess: list => navigate(listPath(list)),
    meta: { onFailure() {} },
  })
  return (
    <section className={styles.part} aria-labelledby="lists">
      <div className={styles.head}>
        <h2 id="lists">{copy('lists.title')}</h2>
        <Button variant="quiet" size="small" aria-haspopup="dialog" onClick={() => setNaming(true)}>
          <Icon name="plus" />
          {copy('lists.new')}
        </Button>
      </div>
      {lists.length === 0 ? (
        <EmptyState look="framed" spot="list" text={copy('lists.empty')} />
      ) : (
        <ul className={styles.lists}>
          {lists.map(list => (
            <Card as="li" key={list.id} className={styles.list}>
              <h3 className={styles.name}>
                <AppLink className="covers" to={listPath(list)}>
                  {list.name}
                </AppLink>
              </h3>
              <p className={styles.places}>{placesText(copy, list.places)}</p>
              {list.shareId ? <Chip icon="share">{copy('lists.shared')}</Chip> : null}
              <Icon name="chevron-right" className={styles.arrow} />
            </Card>
          ))}
        </ul>
      )}
      <NameDialog
        open={isNaming}
        title={copy('lists.new')}
        label={copy('lists.name')}
        action={copy('lists.create')}
        cancel={copy('lists.cancel')}
        maxLength={longestListName}
        busy={create.isPending}
        error={create.error ? errorText(app, create.error) : undefined}
        onSubmit={create.mutate}
        onClose={() => setNaming(false)}
      />
    </section>
  )
}
