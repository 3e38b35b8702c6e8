import {
  firstDay,
  lastDay,
  usualPartySize,
  usualTable,
} from '@dineward/core/reservations/usual-table.rules.ts'
import { formatClock } from '@dineward/core/shared/format.ts'
import { largestVoteParty, votePlaces } from '@dineward/core/votes/votes.rules.ts'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ListedMerchant } from '../../lib/listed-merchant.ts'
import { errorText } from '../../partner/error-text.ts'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import styles from './start-vote.module.css'
import { partyText } from './vote-texts.ts'
import { createVote, votePath } from './votes.queries.ts'

interface StartVoteProps {
  readonly listId: string
  readonly merchants: readonly ListedMerchant[]
}

/** Restaurants that left the program are not voted on. */
export function StartVote({ listId, merchants }: StartVoteProps) {
  const copy = useCopy()
  const [open, setOpen] = useState(false)
  const offered = merchants.filter(({ leftOn }) => !leftOn)
  if (offered.length < votePlaces.least) return null
  return (
    <>
      <Button size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {copy('votes.start')}
      </Button>
      <VoteDialog listId={listId} merchants={offered} open={open} onClose={() => setOpen(false)} />
    </>
  )
}

interface VoteDialogProps extends StartVoteProps {
  readonly open: boolean
  readonly onClose: () => void
}

function VoteDialog({ listId, merchants, open, onClose }: VoteDialogProps) {
  const app = useApp()
  const copy = useCopy()
  const navigate = useNavigate()
  const id = useId()
  const [isFew, setFew] = useState(false)
  const start = useMutation({
    mutationFn: (form: FormData) => createVote(app, { listId, ...questionOf(form) }),
    onSuccess: voteId => navigate(votePath(voteId)),
    meta: { onFailure() {} },
  })
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const chosen = form.getAll('merchantId').length
    const fits = chosen >= votePlaces.least && chosen <= votePlaces.most
    setFew(!fits)
    if (fits && !start.isPending) start.mutate(form)
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={copy('votes.start.title')}
      actions={
        <>
          <Button type="submit" form={id} busy={start.isPending}>
            {copy('votes.start.action')}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {copy('votes.cancel')}
          </Button>
        </>
      }
    >
      <p>{copy('votes.start.text')}</p>
      <form id={id} className={styles.form} onSubmit={submit}>
        <fieldset className={styles.places}>
          <legend>{copy('votes.start.places')}</legend>
          {merchants.map((merchant, index) => (
            <Checkbox
              key={merchant.id}
              name="merchantId"
              value={merchant.id}
              label={merchant.name}
              defaultChecked={index < votePlaces.most}
            />
          ))}
        </fieldset>
        <DinnerFields />
      </form>
      {isFew ? <p role="alert">{copy('votes.start.few')}</p> : null}
      {start.error ? <p role="alert">{errorText(app, start.error)}</p> : null}
    </Dialog>
  )
}

/** As in `usual-table.rules.ts`, on the clock of this browser. */
function DinnerFields() {
  const app = useApp()
  const copy = useCopy()
  const now = new Date(Date.now() + app.clockShiftMs)
  const usual = usualTable(Intl.DateTimeFormat().resolvedOptions().timeZone, now)
  const sizes = Array.from({ length: largestVoteParty }, (_, index) => index + 1)
  return (
    <div className={styles.dinner}>
      <Field
        type="date"
        name="date"
        label={copy('reservation.date')}
        min={firstDay(now)}
        max={lastDay(now, app.partner.settings.reservations.maxDaysAhead)}
        defaultValue={usual.date}
        required
      />
      <Select
        name="time"
        label={copy('reservation.time')}
        defaultValue={usual.time}
        options={times.map(time => ({ value: time, label: formatClock(time) }))}
      />
      <Select
        name="partySize"
        label={copy('reservation.partySize')}
        defaultValue={String(usualPartySize)}
        options={sizes.map(size => ({ value: String(size), label: partyText(copy, size) }))}
      />
    </div>
  )
}

const times = Array.from({ length: 24 }, (_, step) => {
  const minutes = 11 * 60 + step * 30
  return `${Math.floor(minutes / 60)}:${minutes % 60 === 0 ? '00' : '30'}`
})

const questionOf = (form: FormData) => ({
  merchantIds: form.getAll('merchantId').map(String),
  date: String(form.get('date')),
  time: String(form.get('time')),
  partySize: Number(form.get('partySize')),
})
