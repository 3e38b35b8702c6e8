import type { StaffAccount } from '@dineward/core/console-staff/staff-accounts.contract.ts'
import { Text, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ProofDialog } from '../../ui/dialog/proof-dialog.tsx'
import { toastDone } from '../../ui/dialog/toast.ts'
import { resetSecondFactor, staffQuery } from './staff.queries.ts'

interface ResetSecondFactorDialogProps {
  readonly account: StaffAccount
  readonly opened: boolean
  readonly onClose: () => void
}

/** Administrators prove who they are before they remove what protects another account. */
export function ResetSecondFactorDialog({ account, opened, onClose }: ResetSecondFactorDialogProps) {
  const { id, email } = account
  const [reason, setReason] = useState('')
  const queryClient = useQueryClient()
  return (
    <ProofDialog
      opened={opened}
      onClose={onClose}
      title={`Reset the second factor: ${email}`}
      confirm="Reset"
      isDangerous
      onProof={async proof => {
        await resetSecondFactor(id, { ...proof, reason: reason.trim() })
        await queryClient.invalidateQueries(staffQuery)
        setReason('')
        onClose()
        toastDone(`The second factor of ${email} is reset. All administrators are told.`)
      }}
    >
      <Text>
        Authenticator app, recovery codes and passkeys are gone, and every session ends. Check who asks:
        anyone with the password can set up the next app.
      </Text>
      <Textarea
        label="Reason"
        description="Kept in the audit log, and mailed to all administrators. No names, no card numbers."
        required
        minLength={3}
        maxLength={500}
        autosize
        minRows={2}
        data-autofocus
        value={reason}
        onChange={event => setReason(event.currentTarget.value)}
      />
    </ProofDialog>
  )
}
