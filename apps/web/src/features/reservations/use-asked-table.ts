import type { LocalDate } from '@dineward/core/shared/local-date.ts'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useApp } from '../../partner/partner-context.tsx'
import { readTable, type TableChoice, writeTable } from './table-choice.ts'

/**
 * What the address asks for, and then what the visitor does. It is shown at once; the address follows, and takes the
 * place of the one before, so that one step back leads off the page.
 */
export function useAskedTable(today: LocalDate) {
  const app = useApp()
  const { search, hash } = useLocation()
  const navigate = useNavigate()
  const [table, setTable] = useState(() => readTable(new URLSearchParams(search), today))
  const [edition, setEdition] = useState(0)

  function show(choice: TableChoice, slotId: string | null) {
    setTable({ choice, isAsked: true, slotId })
    const address = writeTable(new URLSearchParams(search), choice, slotId)
    void navigate({ search: `?${address}`, hash }, { replace: true, preventScrollReset: true })
  }

  /** What was looked up a moment ago is looked up again. */
  function refresh(): void {
    void app.queryClient.invalidateQueries({ queryKey: ['availability'] })
  }

  return {
    ...table,
    /** Changes when the fields are to show what is asked for, and not what was typed. */
    edition,
    ask(choice: TableChoice) {
      if (table.isAsked && isSame(table.choice, choice)) refresh()
      show(choice, null)
    },
    askInstead(choice: TableChoice) {
      setEdition(edition + 1)
      show(choice, null)
    },
    pick: (slotId: string | null) => show(table.choice, slotId),
    /** It is booked: whoever comes back to this address does not ask for it again, whatever is still shown of it. */
    forgetPicked() {
      const address = writeTable(new URLSearchParams(search), table.choice)
      void navigate({ search: `?${address}`, hash }, { replace: true, preventScrollReset: true })
    },
    refresh,
  }
}

const isSame = (a: TableChoice, b: TableChoice) =>
  a.date === b.date && a.time === b.time && a.partySize === b.partySize
