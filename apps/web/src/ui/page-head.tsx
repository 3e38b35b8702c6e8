import { useLocation } from 'react-router'
import { useApp } from '../partner/partner-context.tsx'

interface PageHeadProps {
  readonly title: string
  readonly description?: string
  /** Search engines are kept away from pages that are a member's own. */
  readonly index?: boolean
}

/** Title, description and canonical address of the page; React puts them into the document's head. */
export function PageHead({ title, description, index = true }: PageHeadProps) {
  const { partner, origin } = useApp()
  const { pathname } = useLocation()
  const { programName } = partner.settings
  const meta = partner.settings.routeMeta[pathname] ?? partner.settings.routeMeta['/']
  return (
    <>
      <title>{title.includes(programName) ? title : `${title} | ${programName}`}</title>
      <meta name="description" content={description ?? meta?.description ?? programName} />
      <link rel="canonical" href={`${origin}${pathname}`} />
      {index ? null : <meta name="robots" content="noindex" />}
    </>
  )
}
