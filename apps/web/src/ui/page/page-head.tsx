import { headOf } from '@dineward/core/pages/head.rules.ts'
import { useLocation } from 'react-router'
import { useApp } from '../../partner/partner-context.tsx'

interface PageHeadProps {
  readonly title?: string
  readonly description?: string
  readonly picture?: string | undefined
  /** Members' pages are not indexed. */
  readonly index?: boolean
}

/** React moves title, description, keywords, canonical URL and sharing metadata into the head. */
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

/** Open Graph, also read by X and messengers. */
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
