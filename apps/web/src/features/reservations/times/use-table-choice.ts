import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useApp } from '../../../partner/partner-context.tsx'
import { readTable, type TableChoice, writeTable } from './table-choice.ts'

/** The address is updated with `replace`, so that one step back leaves the page. */
export function useTableChoice({ hours }: Pick<Merchant, 'hours'>, now: string) {
  const app = useApp()
  const { search, hash } = useLocation()
  const navigate = useNavigate()
  const [table, setTable] = useState(() => readTable(new URLSearchParams(search), { now, hours }))
  const [edition, setEdition] = useState(0)

  function show(choice: TableChoice, slotId: string | null) {
    setTable({ choice, isAsked: true, slotId })
    const address = writeTable(new URLSearchParams(search), choice, slotId)
    void navigate({ search: `?${address}`, hash }, { replace: true, preventScrollReset: true })
  }

  function refresh(): void {
    void app.queryClient.invalidateQueries({ queryKey: ['availability'] })
  }

  return {
    ...table,
    edition,
    ask(choice: TableChoice) {
      if (table.isAsked && isSame(table.choice, choice)) refresh()
      show(choice, null)
    },
    chooseAlternative(choice: TableChoice) {
      setEdition(edition + 1)
      show(choice, null)
    },
    pick: (slotId: string | null) => show(table.choice, slotId),
    /** Remove the slot from the address, so that going back does not book again. */
    forgetPicked() {
      const address = writeTable(new URLSearchParams(search), table.choice)
      void navigate({ search: `?${address}`, hash }, { replace: true, preventScrollReset: true })
    },
    refresh,
  }
}

const isSame = (a: TableChoice, b: TableChoice) =>
  a.date === b.date && a.time === b.time && a.partySize === b.partySize
