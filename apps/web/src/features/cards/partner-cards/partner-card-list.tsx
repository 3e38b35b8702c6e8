import type { LinkedCard, ListedPartnerCard } from '@dineward/core/cards/cards.contract.ts'
import { maxLinkedCards } from '@dineward/core/partner/partner-questions.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { useActionData, useLocation } from 'react-router'
import { useApp, useCopy, usePartner } from '../../../partner/partner-context.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { FormErrors } from '../../../ui/form/form-errors.tsx'
import { FormFoot, PostedForm } from '../../../ui/form/form-layout.tsx'
import { type PostForm, usePostForm } from '../../../ui/form/form-post.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { cardsQuery, partnerCardsQuery } from '../cards.queries.ts'
import { LinkResults } from '../link-results.tsx'
import styles from './partner-card-list.module.css'
import {
  mostSelectable,
  optInField,
  type PartnerCardsResult,
  partnerCardField,
  partnerCardProblems,
} from './partner-cards.ts'

/** The member's cards at the partner, to link without typing. */
export function PartnerCardList({ title }: { title: ReactNode }) {
  const copy = useCopy()
  const { data: cards } = useQuery(partnerCardsQuery(useApp()))
  const hasNone = cards === null || cards?.length === 0
  return (
    <>
      <div>
        {title}
        {hasNone ? null : <p className={styles.text}>{copy('addCard.partnerCards.text')}</p>}
      </div>
      <Cards cards={cards} />
    </>
  )
}

function Cards({ cards }: { cards: readonly ListedPartnerCard[] | null | undefined }) {
  const copy = useCopy()
  const { pathname, search } = useLocation()
  const { data: linked = [] } = useQuery(cardsQuery(useApp()))
  const { registrations } = (useActionData() as PartnerCardsResult | undefined) ?? {}
  if (cards === undefined) return <Spinner label={copy('addCard.partnerCards.loading')} size="large" />
  if (cards === null)
    return (
      <Notice kind="warn" role="status">
        <p>{copy('addCard.partnerCards.unavailable')}</p>
        <p>
          <ButtonLink to={pathname + search} variant="plain" size="small" reloadDocument>
            {copy('layout.tryAgain')}
          </ButtonLink>
        </p>
      </Notice>
    )
  if (cards.length === 0)
    return (
      <Notice kind="plain">
        <p>{copy('addCard.partnerCards.empty')}</p>
      </Notice>
    )
  return (
    <div className={styles.list}>
      {registrations ? <LinkResults registrations={registrations} /> : null}
      <PartnerCardForm cards={cards} linked={linked} />
    </div>
  )
}

interface PartnerCardFormProps {
  readonly cards: readonly ListedPartnerCard[]
  readonly linked: readonly LinkedCard[]
}

function PartnerCardForm({ cards, linked }: PartnerCardFormProps) {
  const copy = useCopy()
  const app = useApp()
  const left = maxLinkedCards(usePartner()) - linked.length
  const result = useActionData() as PartnerCardsResult | undefined
  const form = usePostForm(
    data => partnerCardProblems(app, data, left),
    {},
    { lastResult: result?.rejected, validatesOnBlur: true },
  )
  const linkedIds = new Set(linked.map(card => card.partnerCardId))
  const isLinked = ({ partnerCardId }: ListedPartnerCard) => linkedIds.has(partnerCardId)
  const most = mostSelectable(left)
  const open = cards.filter(card => !isLinked(card))
  const { ticked, readTicks } = useTicks(form.form.id, result?.registrations)
  const selected = open.map(card => partnerCardField(card.partnerCardId)).filter(name => ticked?.has(name))
  const isFull = open.length > most && selected.length >= most
  const isReady = ticked === null || (selected.length > 0 && ticked.has(optInField))
  const list = (
    <ul className={styles.cards} aria-label={copy('addCard.partnerCards')}>
      {cards.map(card => (
        <li key={card.partnerCardId} className={styles.card}>
          <PartnerCard
            card={card}
            isLinked={isLinked(card)}
            disabled={isFull && !selected.includes(partnerCardField(card.partnerCardId))}
            form={form}
          />
        </li>
      ))}
    </ul>
  )
  if (open.length === 0) return list
  return (
    <div onInput={readTicks}>
      <PostedForm of={form}>
        <FormErrors of={form} />
        {list}
        <p role="status">{isFull ? copy('addCard.partnerCards.tooMany', { count: String(most) }) : null}</p>
        <Checkbox {...form.tick(optInField)} label={copy('addCard.partnerCards.optIn')} required />
        <FormFoot>
          <Button type="submit" size="large" wide disabled={!isReady && !form.busy} busy={form.busy}>
            {copy(form.busy ? 'addCard.partnerCards.linking' : 'addCard.partnerCards.submit')}
          </Button>
        </FormFoot>
      </PostedForm>
    </div>
  )
}

/** Names of the ticked boxes; null until the script runs. They are emptied once cards were sent (account §4). */
function useTicks(formId: string, sent: unknown) {
  const [ticked, setTicked] = useState<ReadonlySet<string> | null>(null)
  const readTicks = useCallback(() => {
    const boxes = document.forms.namedItem(formId)?.querySelectorAll<HTMLInputElement>(':checked') ?? []
    setTicked(new Set(Array.from(boxes, box => box.name)))
  }, [formId])
  useEffect(() => {
    if (sent) document.forms.namedItem(formId)?.reset()
    readTicks()
  }, [formId, sent, readTicks])
  return { ticked, readTicks }
}

interface PartnerCardProps {
  readonly card: ListedPartnerCard
  readonly isLinked: boolean
  /** As many as are allowed are selected (account §4). */
  readonly disabled: boolean
  readonly form: Pick<PostForm, 'tick'>
}

function PartnerCard({ card, isLinked, disabled, form }: PartnerCardProps) {
  const copy = useCopy()
  const { partnerCardId, description, lastFour } = card
  const name = copy('cards.ending', { brand: description, 'last four': lastFour })
  if (!isLinked)
    return <Checkbox {...form.tick(partnerCardField(partnerCardId))} disabled={disabled} label={name} />
  return (
    <p className={styles.linked}>
      {name}
      <Chip kind="done" icon="check">
        {copy('addCard.partnerCards.linked')}
      </Chip>
    </p>
  )
}
