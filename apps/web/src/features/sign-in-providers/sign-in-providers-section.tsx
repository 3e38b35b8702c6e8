import type { SignInProvider } from '@dineward/core/partner/partner-questions.ts'
import { formatInstant } from '@dineward/core/shared/format.ts'
import { signInProviderNames } from '@dineward/core/sign-in-providers/sign-in-providers.rules.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { ApiError } from '../../lib/api/api-client.ts'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { toasts } from '../../ui/dialog/toast-store.ts'
import { Notice } from '../../ui/notice.tsx'
import { PostButton, Row, RowList, RowSection } from '../../ui/page/row-list.tsx'
import { ProviderProblemNotice } from './provider-problem.tsx'
import { signInProvidersQuery, unlinkPath, unlinkProvider } from './sign-in-providers.queries.ts'

const hasCode = (error: unknown, code: string) => error instanceof ApiError && error.code === code
const dayOf = (time: string) => formatInstant(new Date(time), 'medium', 'UTC')
const startLinking = (provider: SignInProvider) =>
  `/api/SignIn/${provider}/Start?link=yes&returnTo=%2Faccount%2Fuser_profile`

/** It is empty where the partner offers none. */
export function SignInProvidersSection() {
  const copy = useCopy()
  const app = useApp()
  const { data } = useQuery(signInProvidersQuery(app))
  const list = useRef<HTMLUListElement>(null)
  const [asking, setAsking] = useState(false)
  const [chosen, setChosen] = useState<SignInProvider | null>(null)
  const navigate = useNavigate()
  const unlink = useMutation({
    mutationFn: (provider: SignInProvider) => unlinkProvider(app, provider),
    onSuccess: (_, provider) => {
      list.current?.focus()
      toasts.succeed('providers.unlink')
      toasts.show('success', copy('providers.unlink.done', { provider: signInProviderNames[provider] }))
    },
    meta: {
      onFailure(error) {
        if (hasCode(error, 'reauthentication_required') && chosen) void navigate(unlinkPath(chosen))
        else if (!hasCode(error, 'last_way_to_sign_in'))
          toasts.fail('providers.unlink', copy('providers.unlink.failed'))
      },
    },
  })
  if (!data || data.items.length === 0) return null
  const names = { provider: chosen ? signInProviderNames[chosen] : '' }
  return (
    <RowSection id="sign-in-providers" title={copy('providers.title')} text={copy('providers.text')}>
      <ProviderProblemNotice />
      {hasCode(unlink.error, 'last_way_to_sign_in') && unlink.variables ? (
        <LastWay provider={unlink.variables} />
      ) : null}
      <RowList ref={list} labelId="sign-in-providers">
        {data.items.map(({ provider, linkedAt }) => (
          <Row
            key={provider}
            name={signInProviderNames[provider]}
            details={
              linkedAt ? copy('providers.linked', { date: dayOf(linkedAt) }) : copy('providers.notLinked')
            }
          >
            {linkedAt ? (
              <PostButton
                action={unlinkPath(provider)}
                label={copy('providers.unlink.label', { provider: signInProviderNames[provider] })}
                busy={unlink.isPending && unlink.variables === provider}
                onPress={() => {
                  setChosen(provider)
                  setAsking(true)
                }}
              >
                {copy('providers.unlink')}
              </PostButton>
            ) : (
              <ButtonLink to={startLinking(provider)} reloadDocument variant="quiet" size="small">
                {copy('providers.link.action', { provider: signInProviderNames[provider] })}
              </ButtonLink>
            )}
          </Row>
        ))}
      </RowList>
      <ConfirmDialog
        open={asking}
        title={copy('providers.unlink.title', names)}
        text={copy('providers.unlink.text', names)}
        action={copy('providers.unlink')}
        cancel={copy('passkeys.cancel')}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          if (chosen && !unlink.isPending) unlink.mutate(chosen)
        }}
      />
    </RowSection>
  )
}

/** The mailed code sets a password also where there was none. */
function LastWay({ provider }: { readonly provider: SignInProvider }) {
  const copy = useCopy()
  return (
    <Notice kind="warn" role="alert">
      <p>{copy('providers.lastWay', { provider: signInProviderNames[provider] })}</p>
      <p>
        <AppLink to="/recover">{copy('providers.lastWay.action')}</AppLink>
      </p>
    </Notice>
  )
}
