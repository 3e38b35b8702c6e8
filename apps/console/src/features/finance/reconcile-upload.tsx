import type {
  FoundDifference,
  postReconciliationPreview,
} from '@dineward/core/console-finance/reconciliation.contract.ts'
import {
  type CardNetwork,
  cardNetworks,
  networkLabel,
} from '@dineward/core/rewards/reports/networks.rules.ts'
import type { ContractResponse } from '@dineward/core/shared/contract.ts'
import { lookUp } from '@dineward/core/shared/look-up.ts'
import { Alert, Button, Select, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { SmallTable } from '../../kit/small-table.tsx'
import { formatNumber } from '../../lib/format.ts'
import { toastDone } from '../../ui/dialog/toast.ts'
import { Figure, Figures } from '../../ui/figure.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Problem } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { UploadForm } from '../../ui/upload-form.tsx'
import { differenceWords, movementWords, sideText } from './difference-words.ts'
import { financeKey } from './finance.queries.ts'
import { type ChosenFile, previewFile, recordFile } from './reconciliation.queries.ts'

/** Compares a file, shows what it found, and only then records it. */
export function ReconcileUpload() {
  const [network, setNetwork] = useState<CardNetwork>(cardNetworks[0])
  const [file, setFile] = useState<File | null>(null)
  const preview = useMutation({ mutationFn: previewFile })
  const choose = (change: () => void) => {
    change()
    preview.reset()
  }
  return (
    <Section
      title="Compare a file"
      intro="The network’s file of a day or several: CSV with the columns transaction_id, kind, amount, date and mid, also packed with gzip; 8 MB at most. You see what differs before anything is recorded, and no reward changes."
    >
      <UploadForm
        chooser={
          <Select
            label="Card network"
            allowDeselect={false}
            data={cardNetworks.map(value => ({ value, label: networkLabel(value) }))}
            value={network}
            onChange={value => choose(() => setNetwork(value as CardNetwork))}
          />
        }
        accept=".csv,.gz,.txt"
        file={file}
        onChoose={value => choose(() => setFile(value))}
        submit="Compare"
        isSending={preview.isPending}
        onSubmit={chosen => preview.mutate({ network, file: chosen })}
      />
      {preview.isError && <Problem error={preview.error} />}
      {preview.data && file && (
        <Preview found={preview.data} chosen={{ network, file }} onDone={() => choose(() => setFile(null))} />
      )}
    </Section>
  )
}

type Found = ContractResponse<typeof postReconciliationPreview>

function Preview({ found, chosen, onDone }: { found: Found; chosen: ChosenFile; onDone: () => void }) {
  const { counts, refused, differences, recordedAt } = found
  const client = useQueryClient()
  const record = useMutation({
    mutationFn: recordFile,
    onSuccess: ({ opened, resolved }) => {
      toastDone(
        opened + resolved === 0
          ? 'Recorded. Nothing is new.'
          : `Recorded: ${formatNumber(opened)} opened, ${formatNumber(resolved)} resolved.`,
      )
      onDone()
    },
    onSettled: () => client.invalidateQueries({ queryKey: financeKey }),
  })
  const all = counts.missing + counts.different + counts.unknown
  return (
    <Stack gap="sm" role="status">
      {recordedAt && (
        <Alert color="blue" title="This file was recorded before">
          First <Time at={recordedAt} />. Recording it again only changes what has changed since.
        </Alert>
      )}
      <Figures>
        <Figure label="Rows" value={formatNumber(counts.rows)} />
        <Figure label="As they arrived" value={formatNumber(counts.equal)} />
        {(['missing', 'different', 'unknown'] as const).map(kind => (
          <Figure
            key={kind}
            label={differenceWords[kind].label}
            value={formatNumber(counts[kind])}
            detail={differenceWords[kind].meaning}
          />
        ))}
        <Figure label="Refused" value={formatNumber(counts.refused)} detail="rows that cannot be read" />
      </Figures>
      <RefusedRows refused={refused} count={counts.refused} />
      <FoundDifferences differences={differences} count={all} />
      {record.isError && <Problem error={record.error} />}
      <div>
        <Button onClick={() => record.mutate(chosen)} loading={record.isPending}>
          {all === 0
            ? 'Record that it agrees'
            : `Record ${formatNumber(all)} ${all === 1 ? 'difference' : 'differences'}`}
        </Button>
      </div>
    </Stack>
  )
}

function RefusedRows({ refused, count }: { refused: Found['refused']; count: number }) {
  if (count === 0) return null
  return (
    <SmallTable
      label="Refused rows"
      caption={captionOf('Refused rows', refused.length, count)}
      minWidth={320}
      rows={refused}
      rowKey={({ line }) => line}
      columns={[
        ['Line', ({ line }) => line],
        ['Why', ({ reason }) => reason],
      ]}
    />
  )
}

interface FoundDifferencesProps {
  readonly differences: readonly FoundDifference[]
  readonly count: number
}

function FoundDifferences({ differences, count }: FoundDifferencesProps) {
  if (count === 0) return <Text>Everything that can be read agrees with what arrived.</Text>
  return (
    <SmallTable
      label="Differences"
      caption={captionOf('Differences', differences.length, count)}
      minWidth={640}
      rows={differences}
      rowKey={({ movement, transactionId }) => `${movement} ${transactionId}`}
      columns={[
        [
          'Transaction',
          ({ movement, transactionId }) => (
            <>
              {lookUp(movementWords, movement) ?? movement} <code>{transactionId}</code>
            </>
          ),
        ],
        ['Line', ({ line }) => line ?? '—'],
        ['What', ({ kind }) => differenceWords[kind].label],
        ['In the file', ({ inFile, arrived }) => sideText(inFile, arrived)],
        ['Arrived', ({ inFile, arrived }) => sideText(arrived, inFile)],
      ]}
    />
  )
}

const captionOf = (what: string, shown: number, count: number): string =>
  shown < count ? `${what}, the first ${formatNumber(shown)} of ${formatNumber(count)}` : what
