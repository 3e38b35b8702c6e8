import { loadsPartnerCards } from '@dineward/core/partner/partner-questions.ts'
import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import { AddCardForm, type AddCardFormProps } from './add-card-form.tsx'
import styles from './card-forms.module.css'
import { PartnerCardList } from './partner-cards/partner-card-list.tsx'

interface CardFormsProps extends AddCardFormProps {
  readonly heading: 'h2' | 'h3'
}

/** The cards that the partner knows, where it lists them, and the form for any other. */
export function CardForms({ heading: Heading, ...props }: CardFormsProps) {
  const copy = useCopy()
  if (!loadsPartnerCards(usePartner())) return <AddCardForm {...props} />
  return (
    <div className={styles.forms}>
      <section className={styles.form} aria-labelledby="partner-cards">
        <PartnerCardList
          title={
            <Heading className={styles.title} id="partner-cards">
              {copy('addCard.partnerCards')}
            </Heading>
          }
        />
      </section>
      <section className={styles.form} aria-labelledby="other-card">
        <Heading className={styles.title} id="other-card">
          {copy('addCard.partnerCards.other')}
        </Heading>
        <AddCardForm {...props} />
      </section>
    </div>
  )
}
