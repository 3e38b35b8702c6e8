import type { Why } from '@dineward/core/console-support/transactions.contract.ts'
import { Button, CopyButton, Group, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { ActionDialog } from '../../kit/action/action-dialog.tsx'
import { useMay } from '../../lib/staff.ts'
import { useUnsavedChanges } from '../../lib/unsaved-changes.ts'
import { Section } from '../../ui/page/section.tsx'
import { mailTransactionAnswer } from './support.queries.ts'

/** The product writes it in plain words; a person may change it, copies it, or has it mailed. */
export function WhyAnswer({ why, answer }: { why: Why; answer: string }) {
  const mayMail = useMay('members.change', why.partner ?? '')
  const [text, setText] = useState(answer)
  const [isAsking, setAsking] = useState(false)
  useUnsavedChanges(text !== answer)
  const isEmpty = text.trim() === ''
  return (
    <Section title="Answer to the member">
      <Stack gap="sm">
        <Textarea
          label="In plain words"
          autosize
          minRows={2}
          maxLength={2000}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Group gap="xs">
          <CopyButton value={text}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy} disabled={isEmpty}>
                {copied ? 'Copied' : 'Copy'}
              </Button>
            )}
          </CopyButton>
          {mayMail && (
            <Button onClick={() => setAsking(true)} disabled={isEmpty}>
              Mail it
            </Button>
          )}
        </Group>
      </Stack>
      <ActionDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title="Mail the answer"
        confirm="Mail it"
        run={async ({ reason }) => {
          const done = await mailTransactionAnswer(why.id, { text: text.trim(), reason })
          setText(answer)
          return done
        }}
      >
        The member gets this text as a mail from the program. The same text goes out once.
      </ActionDialog>
    </Section>
  )
}
