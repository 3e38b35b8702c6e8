import { headOf } from '@dineward/core/pages/head.rules.ts'
import { useLocation } from 'react-router'
import { useApp } from '../partner/partner-context.tsx'

interface PageHeadProps {
  readonly title?: string
  readonly description?: string
  /** Of what the page is about, on this site or elsewhere; the partner's own where there is none. */
  readonly picture?: string | undefined
  /** Search engines are kept away from pages that are a member's own. */
  readonly index?: boolean
}

/**
 * What programs read of the page: title, description, keywords and canonical address, and what is shown of it where
 * somebody shares it. React puts them into the document's head.
 */
export function PageHead({ title, description, picture, index = true }: PageHeadProps) {
  const { partner, origin } = useApp()
  const { pathname } = useLocation()
  const head = headOf(partner, { origin, pathname }, { title, description })
  return (
    <>
      <title>{head.documentTitle}</title>
      <meta name="description" content={head.description} />
      <meta name="keywords" content={head.keywords} />
      <link rel="canonical" href={head.canonical} />
      {index ? <Shared {...head} picture={picture} /> : <meta name="robots" content="noindex" />}
    </>
  )
}

/** Open Graph, which X and the messengers read, too. */
function Shared({
  title,
  description,
  canonical,
  picture,
}: ReturnType<typeof headOf> & Pick<PageHeadProps, 'picture'>) {
  const { partner, origin, socialPictureUrl } = useApp()
  return (
    <>
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={partner.settings.programName} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={canonical} />
      <meta property="og:image" content={new URL(picture ?? socialPictureUrl, origin).href} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}
