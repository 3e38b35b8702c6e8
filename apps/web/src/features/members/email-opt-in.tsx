import { isVip, needsActivation } from '@dineward/core/members/member-questions.ts'
import type { Member } from '@dineward/core/members/members.contract.ts'
import { showsEarnRate } from '@dineward/core/partner/partner-questions.ts'
import { useState } from 'react'
import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import type { PostForm } from '../../ui/form/form-post.ts'
import { Notice } from '../../ui/notice.tsx'

/** Says what it does to the earn rate before it is saved: the tier changes at once. */
export function EmailOptIn({ form, member }: { form: PostForm; member: Member }) {
  const copy = useCopy()
  const partner = usePartner()
  const { defaultChecked, ...tick } = form.tick('emailOptIn')
  const [isOn, setIsOn] = useState(defaultChecked)
  const movesTier = !isVip(member) && !needsActivation(member) && showsEarnRate(partner)
  const hint = movesTier ? 'profile.emailOptIn.rates' : isVip(member) ? 'profile.emailOptIn.vip' : null
  return (
    <>
      <Checkbox
        {...tick}
        defaultChecked={defaultChecked}
        label={copy('profile.emailOptIn')}
        hint={hint === null ? undefined : copy(hint)}
        onInput={event => setIsOn(event.currentTarget.checked)}
      />
      {movesTier && isOn !== member.emailOptIn ? (
        <Notice kind={isOn ? 'earn' : 'warn'} role="status">
          <p>{copy(isOn ? 'profile.emailOptIn.raises' : 'profile.emailOptIn.lowers')}</p>
        </Notice>
      ) : null}
    </>
  )
}
