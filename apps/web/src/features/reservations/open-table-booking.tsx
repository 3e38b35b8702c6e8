import { openTableLink, openTableWidgetUrl } from '@dineward/core/reservations/open-table.rules.ts'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './open-table-booking.module.css'
import type { ReservationPanelProps } from './reservation-panel.tsx'
import { readTable, reserveId, tableOf, writeTable } from './times/table-choice.ts'
import { TableFields } from './times/table-fields.tsx'

/** It is a link, or the widget on request, in a new document: only its policy allows the frame. */
export function OpenTableBooking({ merchant, now }: ReservationPanelProps) {
  const today = now.slice(0, 10)
  const copy = useCopy()
  const { pathname, search } = useLocation()
  const address = new URLSearchParams(search)
  const [choice, setChoice] = useState(() => readTable(address, { now, hours: merchant.hours }).choice)
  const [isTouched, setTouched] = useState(false)
  const openTableId = merchant.reservationProviders.openTable ?? ''
  const { programName } = usePartner().settings
  const away = (
    <>
      {copy('reservation.openTable.link')}
      <Icon name="external" />
      <span className="visually-hidden">{copy('reservation.openTable.newTab')}</span>
    </>
  )
  if (address.has('openTable'))
    return (
      <>
        <iframe
          className={styles.frame}
          src={openTableWidgetUrl(openTableId, programName)}
          title={copy('reservation.openTable.frame', { merchant: merchant.name })}
          sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox"
          referrerPolicy="strict-origin-when-cross-origin"
        />
        <ButtonLink to={openTableLink(openTableId, choice)} target="_blank" variant="quiet" wide>
          {away}
        </ButtonLink>
      </>
    )
  const asked = writeTable(address, choice)
  asked.set('openTable', '1')
  return (
    <>
      <form
        className={styles.form}
        data-busy={isTouched || undefined}
        onChange={event => {
          setTouched(true)
          const changed = tableOf(new FormData(event.currentTarget), today)
          if (changed) setChoice(changed)
        }}
        onSubmit={event => event.preventDefault()}
      >
        <TableFields merchant={merchant} today={today} choice={choice} dateError={undefined} />
      </form>
      <p className={styles.who}>{copy('reservation.openTable.text')}</p>
      <ButtonLink to={openTableLink(openTableId, choice)} target="_blank" wide>
        {away}
      </ButtonLink>
      <div className={styles.more}>
        <AppLink to={`${pathname}?${asked}#${reserveId}`} reloadDocument rel="nofollow">
          {copy('reservation.openTable.show')}
        </AppLink>
        <p>{copy('reservation.openTable.show.text')}</p>
      </div>
    </>
  )
}
