import type { CardRegistration } from '@dineward/core/cards/cards.contract.ts'
import { maxLinkedCards } from '@dineward/core/partner/partner-questions.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, useActionData } from 'react-router'
import { appOf } from '../../app-context.ts'
import { CardForms } from '../../features/cards/card-forms.tsx'
import { CardSecurityNote } from '../../features/cards/card-security-note.tsx'
import { cardsQuery, linkCards, loadPartnerCards } from '../../features/cards/cards.queries.ts'
import { LinkResults } from '../../features/cards/link-results.tsx'
import { LinkedCardList } from '../../features/cards/linked-cards/linked-card-list.tsx'
import { linkPartnerCards } from '../../features/cards/partner-cards/partner-cards.ts'
import { loadAccountPage } from '../../features/identity/account.loader.ts'
import { AccountSkeleton } from '../../features/identity/account-states.tsx'
import { requireMember } from '../../features/identity/require-member.ts'
import { useApp, useCopy, usePartner } from '../../partner/partner-context.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import styles from './account.module.css'

export { AccountError as ErrorBoundary } from '../../features/identity/account-states.tsx'

export function loader(args: LoaderFunctionArgs) {
  return loadAccountPage(args, app => [
    app.queryClient.ensureQueryData(cardsQuery(app)),
    ...loadPartnerCards(app),
  ])
}

/** Of the form for the partner's cards. */
export async function action(args: ActionFunctionArgs) {
  const app = appOf(args)
  await requireMember(app, args.request)
  const result = await linkPartnerCards(app, await args.request.formData())
  return data(result, { status: result.rejected ? 400 : 200 })
}

export function Component() {
  // The boundary of a deferred page shows nothing.
  return (
    <Suspense fallback={<AccountSkeleton />}>
      <LinkedCards />
    </Suspense>
  )
}

function LinkedCards() {
  const copy = useCopy()
  const partner = usePartner()
  const { data: cards } = useSuspenseQuery(cardsQuery(useApp()))
  const left = maxLinkedCards(partner) - cards.length
  const posted = useActionData<typeof action>()
  const [linked, setLinked] = useState<readonly CardRegistration[]>([])
  // The last card that is allowed replaces the form, which would have shown them.
  const results = linked.length > 0 ? linked : (posted?.registrations ?? [])
  const link: typeof linkCards = async (...args) => {
    const registrations = await linkCards(...args)
    setLinked(registrations)
    return registrations
  }

  return (
    <div className={styles.page}>
      <PageHead title={copy('account.tab.cards')} index={false} />
      <div className={styles.head}>
        <h1>{copy('cards.title')}</h1>
        <p className={styles.lead}>{copy('cards.text')}</p>
      </div>
      {cards.length === 0 ? (
        <Notice kind="warn" title={copy('cards.empty.title')}>
          <p>{copy('cards.empty.text')}</p>
        </Notice>
      ) : (
        <LinkedCardList cards={cards} onAccountClosed={() => location.assign('/SignOut?closed')} />
      )}
      <div className={styles.two}>
        <Card padding="roomy" as="section" aria-labelledby="add-card">
          <h2 id="add-card">{copy(cards.length === 0 ? 'cards.add.first' : 'cards.add.title')}</h2>
          {left > 0 ? (
            <>
              <p className={styles.left}>
                {copy(left === 1 ? 'cards.add.left.one' : 'cards.add.left.many', { count: String(left) })}
              </p>
              <CardForms heading="h3" link={link} />
            </>
          ) : (
            <div className={styles.maximum}>
              {results.length > 0 ? <LinkResults registrations={results} /> : null}
              <Notice kind="plain" role="status">
                <p>{copy('cards.add.maximum')}</p>
              </Notice>
            </div>
          )}
        </Card>
        <CardSecurityNote />
      </div>
    </div>
  )
}
