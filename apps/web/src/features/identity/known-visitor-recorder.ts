import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { publicIdParam, storeKnownVisitor } from '../../lib/browser/known-visitor.ts'
import { useApp } from '../../partner/partner-context.tsx'
import { knownVisitorQuery } from './known-visitor.queries.ts'

/** Store a known visitor from the `public_id` parameter. */
export function KnownVisitorRecorder() {
  const inAddress = new URLSearchParams(useLocation().search).get(publicIdParam)
  const [publicId, setPublicId] = useState(inAddress)
  if (inAddress !== null && inAddress !== publicId) setPublicId(inAddress)
  const { data: visitor } = useQuery({ ...knownVisitorQuery(useApp(), publicId), enabled: publicId !== null })
  const found = visitor?.state === 'known' ? visitor.member.publicId : null
  useEffect(() => {
    if (found !== null) storeKnownVisitor(found)
  }, [found])
  return null
}
