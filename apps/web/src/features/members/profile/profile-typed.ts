import type { getProfileDraft, postProfileDraft } from '@dineward/core/members/profile-draft.contract.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { AppContext } from '../../../app-context.ts'
import { useApp } from '../../../partner/partner-context.tsx'
import { type ProfileValues, typedChanges } from './profile.ts'

/* Without script, what is typed into a profile whose session has ended waits at the server for the next sign-in. */

export async function keepTyped(app: AppContext, form: FormData): Promise<void> {
  const body = typedChanges(app, form)
  if (body.owner === '' || Object.keys(body.values).length === 0) return
  // The sign-in matters more.
  await app.api
    .call<typeof postProfileDraft>('POST', '/api/Members/ProfileDraft', { body: { ...body } })
    .catch(() => {})
}

/** Only the server asks it: once it is read, it is gone. */
export function typedBeforeQuery(app: AppContext) {
  return queryOptions({
    queryKey: ['typedBefore'],
    queryFn: (): Promise<ProfileValues | null> =>
      app.api.call<typeof getProfileDraft>('GET', '/api/Member/ProfileDraft', {}).then(
        ({ values }) => values,
        // The page matters more. Staff who look at it may not take what was typed.
        () => null,
      ),
  })
}

/** Of the first form that is shown, not of those after it. */
export function useTypedBefore(): ProfileValues | null {
  const app = useApp()
  const query = typedBeforeQuery(app)
  const { data = null } = useQuery({ ...query, enabled: false })
  const [first] = useState(data)
  useEffect(() => {
    app.queryClient.setQueryData(query.queryKey, null)
  }, [app, query.queryKey])
  return first
}
