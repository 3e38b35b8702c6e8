import type { Member } from '@dineward/core/members/members.contract.ts'
import { earnsRewards } from '@dineward/core/partner/partner-questions.ts'
import { SearchBox } from '../features/search/search-box.tsx'
import type { ListedMerchant } from '../lib/listed-merchant.ts'
import { useCopy, usePartner } from '../partner/partner-context.tsx'
import { AppLink } from '../ui/app-link.tsx'
import { MerchantPicture } from '../ui/merchant-picture.tsx'
import styles from './home-hero.module.css'

interface HomeHeroProps {
  readonly member: Member | null
  readonly merchants: readonly ListedMerchant[]
  /** The page's one heading, and what stands under it. */
  readonly title: string
  readonly text: string
  /** What takes the largest of the tiles: a place to eat, or the number to know. */
  readonly emphasis: 'places' | 'earning'
}

/** The promise, the search, and what one earns, among pictures of places close by. */
export function HomeHero({ member, merchants, title, text, emphasis }: HomeHeroProps) {
  const copy = useCopy()
  const partner = usePartner()
  const earns = earnsRewards(partner)
  const pictures = unlike(merchants).slice(0, earns ? 2 : 3)
  return (
    <section className={`on-brand ${styles.hero}`}>
      <div className={styles.inner}>
        <div className={styles.words}>
          <h1 className={styles.promise}>{title}</h1>
          <p className={styles.text}>{text}</p>
          <SearchBox id="home" title={copy('home.search.label')} action={copy('home.search.action')} />
        </div>
        <div className={styles.tiles} data-emphasis={earns ? emphasis : 'places'}>
          {earns ? <EarnTile member={member} /> : null}
          {pictures.map(merchant => (
            <PictureTile key={merchant.id} merchant={merchant} />
          ))}
        </div>
      </div>
    </section>
  )
}

/** One of each kitchen first, so that neighbors do not serve the same. */
function unlike(merchants: readonly ListedMerchant[]): ListedMerchant[] {
  const kitchens = merchants.map(merchant => merchant.details.cuisines[0])
  const isFirst = (_: ListedMerchant, index: number) => kitchens.indexOf(kitchens[index]) === index
  const isAnother = (merchant: ListedMerchant, index: number) => !isFirst(merchant, index)
  return [...merchants.filter(isFirst), ...merchants.filter(isAnother)]
}

function PictureTile({ merchant }: { readonly merchant: ListedMerchant }) {
  return (
    <AppLink className={styles.picture} to={`/merchants/${encodeURIComponent(merchant.id)}`} viewTransition>
      <MerchantPicture merchant={merchant} sizes="(width < 861px) 1px, 420px" className={styles.image} />
      <span className={styles.caption}>{merchant.name}</span>
    </AppLink>
  )
}

/** What one earns here: the member's own rate, or the best there is. Its first number is the one to see. */
function EarnTile({ member }: { readonly member: Member | null }) {
  const copy = useCopy()
  const sentence = copy(member ? rateKeys[member.tierLevel as keyof typeof rateKeys] : 'earnRate.signedOut')
  const [, before = '', number = '', after = sentence] = /^(.*?)(\d[\d.,]*%?)(.*)$/.exec(sentence) ?? []
  return (
    <div className={styles.earn}>
      <p className="label">{copy('earnRate.title')}</p>
      <p className={styles.rate}>
        {before ? <span>{before.trim()} </span> : null}
        <strong className={styles.number}>{number}</strong>
        <span>{after}</span>
      </p>
    </div>
  )
}

const rateKeys = {
  0: 'earnRate.tier0',
  1: 'earnRate.tier1',
  2: 'earnRate.tier2',
  3: 'earnRate.tier3',
} as const
