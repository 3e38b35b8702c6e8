import { useState } from 'react'
import type { ListedMerchant } from '../../../lib/listed-merchant.ts'
import { useCopy } from '../../../partner/partner-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LazyListSheet } from './lazy-list-sheet.tsx'

interface SaveToListProps {
  readonly merchant: Pick<ListedMerchant, 'id' | 'name'>
}

export function SaveToList({ merchant }: SaveToListProps) {
  const copy = useCopy()
  const [open, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  function press() {
    setWasOpened(true)
    setOpen(true)
  }
  return (
    <>
      <Button variant="quiet" size="small" aria-haspopup="dialog" onClick={press}>
        <Icon name="plus" />
        {copy('lists.save')}
      </Button>
      {wasOpened ? <LazyListSheet merchant={merchant} open={open} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
