import { activationOf } from '@dineward/core/identity/activation.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { knownVisitorId, onKnownVisitor } from '../../lib/browser/known-visitor.ts'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { CallToAction, CallToActionLink } from '../../ui/call-to-action.tsx'
import { knownVisitorQuery } from './known-visitor.queries.ts'

export function ActivationCall({ publicId }: { readonly publicId: string }) {
  const copy = useCopy()
  return (
    <CallToAction title={copy('activate.title')} text={copy('activate.text')}>
      <CallToActionLink to={`/activate?public_id=${encodeURIComponent(publicId)}`}>
        {copy('activate.action')}
      </CallToActionLink>
    </CallToAction>
  )
}

/** Only a browser shows it: the known visitor's id is in a cookie (shell §4). */
export function KnownVisitorCall() {
  const publicId = useSyncExternalStore(onKnownVisitor, knownVisitorId, () => null)
  const { data: visitor } = useQuery({ ...knownVisitorQuery(useApp(), publicId), enabled: publicId !== null })
  if (visitor?.state !== 'known' || activationOf(visitor.member) !== 'possible') return null
  return <ActivationCall publicId={visitor.member.publicId} />
}
