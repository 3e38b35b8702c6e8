import type {
  ConsoleAccount,
  postConsoleAuthenticator,
  postConsoleAuthenticatorConfirm,
  postConsoleRecoveryCodes,
  StaffProof,
} from '@dineward/core/console-session/console-account.contract.ts'
import { Button, Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { accountQuery } from '../../lib/staff-proof.ts'
import { ProofDialog } from '../../ui/dialog/proof-dialog.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Time } from '../../ui/time.tsx'
import { AuthenticatorSetup } from './authenticator-setup.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type Step =
  | { readonly kind: 'none' | 'proof for app' | 'proof for codes' }
  | { readonly kind: 'app'; readonly password: string; readonly secret: string; readonly uri: string }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }

export function AuthenticatorSection({
  authenticatorSince,
  recoveryCodesLeft,
}: Pick<ConsoleAccount, 'authenticatorSince' | 'recoveryCodesLeft'>) {
  const [step, setStep] = useState<Step>({ kind: 'none' })
  const queryClient = useQueryClient()
  const end = () => {
    setStep({ kind: 'none' })
    void queryClient.invalidateQueries(accountQuery)
  }

  async function begin(proof: StaffProof) {
    const path = '/api/Console/Account/Authenticator'
    const secret = await api<typeof postConsoleAuthenticator>('POST', path, { body: proof })
    setStep({ kind: 'app', password: proof.password, ...secret })
  }

  async function renew(proof: StaffProof) {
    const path = '/api/Console/Account/RecoveryCodes'
    const { recoveryCodes } = await api<typeof postConsoleRecoveryCodes>('POST', path, { body: proof })
    setStep({ kind: 'codes', codes: recoveryCodes })
  }

  async function confirm(password: string, code: string) {
    const path = '/api/Console/Account/Authenticator/Confirm'
    const body = { password, code }
    const { recoveryCodes } = await api<typeof postConsoleAuthenticatorConfirm>('POST', path, { body })
    setStep({ kind: 'codes', codes: recoveryCodes })
  }

  const since = authenticatorSince ? <Time at={authenticatorSince} as="day" /> : 'Not yet'
  return (
    <Section
      title="Authenticator app"
      intro="Its code goes with your password. Recovery codes stand in for it, once each."
      actions={
        <>
          {authenticatorSince && (
            <Button variant="default" onClick={() => setStep({ kind: 'proof for codes' })}>
              New recovery codes
            </Button>
          )}
          <Button variant="default" onClick={() => setStep({ kind: 'proof for app' })}>
            {authenticatorSince ? 'Set up another app' : 'Set up'}
          </Button>
        </>
      }
    >
      <Facts
        items={[
          ['Set up', since],
          ['Recovery codes left', authenticatorSince ? String(recoveryCodesLeft) : null],
        ]}
      />
      <ProofDialog
        opened={step.kind === 'proof for app' || step.kind === 'proof for codes'}
        onClose={end}
        title={step.kind === 'proof for codes' ? 'New recovery codes' : 'Set up an authenticator app'}
        confirm="Continue"
        onProof={step.kind === 'proof for codes' ? renew : begin}
      />
      <Modal
        opened={step.kind === 'app' || step.kind === 'codes'}
        onClose={end}
        title={step.kind === 'app' ? 'Set up an authenticator app' : 'Recovery codes'}
        closeOnClickOutside={false}
        centered
      >
        {step.kind === 'app' && (
          <AuthenticatorSetup {...step} onCode={code => confirm(step.password, code)} />
        )}
        {step.kind === 'codes' && <RecoveryCodes codes={step.codes} onDone={end} />}
      </Modal>
    </Section>
  )
}
