import type { getRewardsYear } from '@dineward/core/activity/rewards-year.contract.ts'
import type { ContractResponse } from '@dineward/core/shared/contract.ts'
import { formatCents, formatDate } from '@dineward/core/shared/format.ts'
import { useCopy, usePartner } from '../../../partner/partner-context.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { formatBenefit } from '../format-activity.ts'
import styles from './rewards-year-figures.module.css'

type Year = ContractResponse<typeof getRewardsYear>
type Sums = Year['total']

export function RewardsYearFigures({ year }: { readonly year: Year }) {
  const copy = useCopy()
  const partner = usePartner()
  const { total, higherTier, months } = year
  const [first, last] = [months[0], months.at(-1)].map(of => formatDate(`${of?.month}-01`, 'month'))
  return (
    <>
      <p className={styles.period}>{copy('year.period', { first: first ?? '', last: last ?? '' })}</p>
      <dl className={styles.total}>
        <Fact label={copy('year.earned')} text={formatBenefit(partner, total.benefit)} />
        <Fact label={copy('year.dines')} text={String(total.dines)} />
        <Fact label={copy('year.spent')} text={dollars(total.spent)} />
      </dl>
      <Months months={months} />
      <div className={styles.lists}>
        <Top title={copy('year.restaurants')} entries={year.restaurants} />
        <Top title={copy('year.cuisines')} entries={year.cuisines} />
        <Top
          title={copy('year.cards')}
          entries={year.cards.map(entry => ({
            ...entry,
            name: copy('activity.cardEnding', { 'last four': entry.name }),
          }))}
        />
      </div>
      {higherTier ? (
        <p className={styles.higher}>
          {copy(higherTier.tier === 2 ? 'year.higher.2' : 'year.higher.3', {
            benefit: formatBenefit(partner, higherTier.benefit),
          })}
        </p>
      ) : null}
    </>
  )
}

function Fact({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="tabular">{text}</dd>
    </div>
  )
}

/** The bars are decoration of the table behind them. */
function Months({ months }: { readonly months: Year['months'] }) {
  const copy = useCopy()
  const partner = usePartner()
  const highest = Math.max(...months.map(({ benefit }) => benefit))
  return (
    <figure className={styles.months}>
      <figcaption>{copy('year.months')}</figcaption>
      <div className={styles.chart} aria-hidden="true">
        {months.map(({ month, benefit }) => (
          <div key={month} className={`${styles.month} ${benefit === highest ? styles.highest : ''}`}>
            <svg className={styles.column} aria-hidden="true">
              <rect {...columnOf(benefit, highest)} width="100%" />
              <text className={styles.value} x="50%" y={columnOf(benefit, highest).y} dy="-6">
                {benefit > 0 ? shortBenefit(benefit) : ''}
              </text>
            </svg>
            <span className={styles.name}>
              <span className={styles.initial}>{monthName(month).slice(0, 1)}</span>
              <span className={styles.short}>{monthName(month).slice(0, 3)}</span>
            </span>
          </div>
        ))}
      </div>
      <details className={styles.table}>
        <summary>
          {copy('year.table')} <Icon name="chevron-down" />
        </summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{copy('year.month')}</th>
              <th scope="col">{copy('year.dines')}</th>
              <th scope="col">{copy('year.spent')}</th>
              <th scope="col">{copy('year.earned')}</th>
            </tr>
          </thead>
          <tbody className="tabular">
            {months.map(({ month, dines, spent, benefit }) => (
              <tr key={month}>
                <th scope="row">{formatDate(`${month}-01`, 'month')}</th>
                <td>{dines}</td>
                <td>{dollars(spent)}</td>
                <td>{formatBenefit(partner, benefit)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )

  function shortBenefit(benefit: number): string {
    const text = formatBenefit(partner, benefit)
    return text.startsWith('$') ? text : (text.split(' ')[0] ?? '')
  }
}

function columnOf(benefit: number, highest: number) {
  const height = highest > 0 ? Math.max(0, (benefit / highest) * 100) : 0
  return { y: `${100 - height}%`, height: `${height}%` }
}

const monthName = (month: string) => formatDate(`${month}-01`, 'monthName')
const dollars = (amount: number) => formatCents(Math.round(amount * 100))

function Top({
  title,
  entries,
}: {
  readonly title: string
  readonly entries: readonly (Sums & { readonly name: string })[]
}) {
  const partner = usePartner()
  const [first] = entries
  if (!first) return null
  return (
    <section aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      <ol className={styles.top}>
        {entries.map(({ name, benefit }) => (
          <li key={name} className={styles.entry}>
            <span className={styles.label}>{name}</span>
            <span className="tabular">{formatBenefit(partner, benefit)}</span>
            <svg className={styles.share} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
              <rect width={Math.max(0, (benefit / first.benefit) * 100)} height="1" />
            </svg>
          </li>
        ))}
      </ol>
    </section>
  )
}
