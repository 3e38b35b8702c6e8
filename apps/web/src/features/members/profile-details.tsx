import type { Member } from '@dineward/core/members/members.contract.ts'
import {
  asksForEmailOptIn,
  asksForMemberNumber,
  smsOptInKind,
} from '@dineward/core/partner/partner-questions.ts'
import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import styles from './profile-details.module.css'

export function ProfileDetails({ member }: { readonly member: Member }) {
  const copy = useCopy()
  const partner = usePartner()
  const onOff = (on: boolean) => copy(on ? 'profileDetails.on' : 'profileDetails.off')
  const { address } = member
  const lines: [label: string, value: string][] = [
    [copy('profileDetails.name'), `${member.firstName} ${member.lastName}`],
    [copy('profileDetails.email'), member.email],
    ...(asksForMemberNumber(partner)
      ? [[copy('profileDetails.memberNumber'), member.memberNumber ?? ''] as [string, string]]
      : []),
    address.address1
      ? [copy('profileDetails.address'), addressText(address)]
      : [copy('profileDetails.zipCode'), address.zipCode],
    [copy('profileDetails.phone'), phoneText(member.phoneNumber)],
    ...(asksForEmailOptIn(partner)
      ? [[copy('profileDetails.emailOptIn'), onOff(member.emailOptIn)] as [string, string]]
      : []),
    ...(smsOptInKind(partner) === 'none'
      ? []
      : [[copy('profileDetails.smsOptIn'), onOff(member.smsOptIn)] as [string, string]]),
  ]
  return (
    <dl className={styles.list} aria-label={copy('profileDetails.list')}>
      {lines.map(([label, value]) => (
        <div key={label} className={styles.line}>
          <dt>{label}</dt>
          <dd>{value || <span className={styles.none}>{copy('profileDetails.none')}</span>}</dd>
        </div>
      ))}
    </dl>
  )
}

function addressText({ address1, address2, city, state, zipCode }: Member['address']): string {
  return [address1, address2, [city, `${state} ${zipCode}`.trim()].filter(Boolean).join(', ')]
    .filter(Boolean)
    .join('\n')
}

/** Stored as ten digits, shown as `ddd-ddd-dddd` (account §5). */
function phoneText(digits: string): string {
  return digits.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3')
}
