import { useCopy } from '../../partner/partner-context.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'

interface UnlockAccessProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly tier: 2 | 3
}

const ways = {
  2: { text: 'unlock.text.tier0', action: 'unlock.action.tier0', to: '/account/user_profile' },
  3: { text: 'unlock.text.tier2', action: 'unlock.action.tier2', to: '/earn/vip-upgrade' },
} as const

export function UnlockAccess({ open, onClose, tier }: UnlockAccessProps) {
  const copy = useCopy()
  const { text, action, to } = ways[tier]
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={copy('unlock.title')}
      actions={
        <>
          <ButtonLink to={to} onClick={onClose}>
            {copy(action)}
          </ButtonLink>
          <Button variant="quiet" onClick={onClose}>
            {copy('unlock.close')}
          </Button>
        </>
      }
    >
      <p>{copy(text)}</p>
    </Dialog>
  )
}
