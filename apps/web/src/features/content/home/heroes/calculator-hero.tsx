import { tierOf } from '@dineward/core/members/member-questions.ts'
import { earnRateOf, formatReward } from '@dineward/core/partner/partner-questions.ts'
import { useId, useState } from 'react'
import { useCopy, usePartner } from '../../../../partner/partner-context.tsx'
import styles from './calculator-hero.module.css'
import type { HeroProps } from './hero-props.ts'

const usualDollars = 300
const maxDollars = 2_000

/** What a month of restaurants brings: the number is the message. */
export function CalculatorHero({ member, title, text, searchBox }: HeroProps) {
  return (
    <section className={styles.hero}>
      <div className={styles.inner}>
        <div className={styles.words}>
          <h1 className={styles.promise}>{title}</h1>
          <p className={styles.text}>{text}</p>
        </div>
        <Calculator member={member} />
        <div className={styles.search}>{searchBox}</div>
      </div>
    </section>
  )
}

function Calculator({ member }: Pick<HeroProps, 'member'>) {
  const copy = useCopy()
  const partner = usePartner()
  const id = useId()
  const [dollars, setDollars] = useState(usualDollars)
  const { numerator, denominator } = earnRateOf(partner, member ? tierOf(member) : 3)
  const monthly = Math.floor((dollars * 100 * numerator) / denominator)
  return (
    <div className={styles.calculator}>
      <label className={styles.question} htmlFor={id}>
        {copy('home.calculator.label')}
      </label>
      <p className={styles.spend}>${dollars.toLocaleString('en-US')}</p>
      <input
        id={id}
        className={styles.slider}
        type="range"
        min={20}
        max={maxDollars}
        step={10}
        value={dollars}
        aria-valuetext={`$${dollars}`}
        onChange={event => setDollars(event.currentTarget.valueAsNumber)}
      />
      <p className={styles.result} aria-live="polite">
        <strong className={styles.year}>{formatReward(partner, monthly * 12)}</strong>
        <span>{copy(member ? 'home.calculator.year' : 'home.calculator.upTo')}</span>
      </p>
      <p className={styles.month}>
        {copy('home.calculator.month', { amount: formatReward(partner, monthly) })}
      </p>
    </div>
  )
}
