import type { ConsoleMember } from '@dineward/core/console-support/members.contract.ts'
import { isVip, tierName } from '@dineward/core/members/member-questions.ts'
import { Alert, Anchor, Button, SimpleGrid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { AdjustmentButton } from '../../features/support/adjustment-form.tsx'
import { WaitingEmail } from '../../features/support/email-dialog.tsx'
import { MemberActions } from '../../features/support/member-actions.tsx'
import { MemberAccount, MemberCards } from '../../features/support/member-sections.tsx'
import { MemberTimeline } from '../../features/support/member-timeline.tsx'
import { memberQuery } from '../../features/support/support.queries.ts'
import { MemberStatus } from '../../features/support/words.tsx'
import { formatReward, formatTime } from '../../lib/format.ts'
import { useMay, useProgram } from '../../lib/staff.ts'
import { Facts } from '../../ui/facts.tsx'
import { LoadedPage } from '../../ui/page/loaded-page.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Time } from '../../ui/time.tsx'

const parents = [{ to: '/members', label: 'Members' }]

export function Component() {
  const { id = '' } = useParams()
  const query = useQuery(memberQuery(id))
  return (
    <LoadedPage query={query} title="Member" parents={parents}>
      {member => <MemberPage member={member} />}
    </LoadedPage>
  )
}

function MemberPage({ member }: { member: ConsoleMember }) {
  const program = useProgram(member.partner)
  const mayAdjust = useMay('adjustments.post', member.partner)
  const mayEmulate = useMay('members.emulate', member.partner)
  const reward = (units: number) => (program ? formatReward(program, units) : String(units))
  return (
    <Page
      title={member.name || 'A former member'}
      mark={<MemberStatus state={member.state} />}
      intro={[program?.name, member.memberNumber].filter(Boolean).join(' · ')}
      parents={parents}
      actions={
        member.state !== 'erased' && (
          <>
            {mayEmulate && (
              <Button component={Link} to={`/members/${member.id}/emulation`} variant="default">
                See what they see
              </Button>
            )}
            <MemberActions member={member} />
            {mayAdjust && <AdjustmentButton member={member} />}
          </>
        )
      }
    >
      <Warnings member={member} />
      <WaitingEmail member={member} />
      <Glance member={member} reward={reward} />
      <MemberTimeline member={member} reward={reward} />
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Stack gap="md">
          <MemberCards member={member} />
        </Stack>
        <Stack gap="md">
          <MemberAccount member={member} />
        </Stack>
      </SimpleGrid>
    </Page>
  )
}

function Glance({ member, reward }: { member: ConsoleMember; reward: (units: number) => string }) {
  return (
    <Section title="At a glance">
      <Facts
        items={[
          ['Balance', <Balance key="balance" units={member.balanceUnits} reward={reward} />],
          ['Expected of pending dines', member.pendingUnits === 0 ? null : reward(member.pendingUnits)],
          ['Being paid out', member.inFlightUnits === 0 ? null : reward(member.inFlightUnits)],
          ['Tier', <Tier key="tier" member={member} />],
          [
            'Email',
            member.email && (
              <span key="email">
                <Anchor href={`mailto:${member.email}`}>{member.email}</Anchor>
                {member.emailConfirmedAt ? ' (confirmed)' : ' (not confirmed)'}
              </span>
            ),
          ],
          ['Phone', member.phoneNumber],
          ['Address', member.address],
          ['Mails and texts', optIns(member)],
          ['Joined', <Time key="joined" at={member.joinedAt} as="day" />],
          ['Source', member.enrollmentSource],
          [
            'Signs in with',
            [member.hasPassword && 'a password', member.passkeyCount > 0 && `${member.passkeyCount} passkeys`]
              .filter(Boolean)
              .join(' and ') || 'the partner, or not at all',
          ],
          ['Known browsers', String(member.deviceCount)],
          ['Member id', member.id],
        ]}
      />
    </Section>
  )
}

function Balance({ units, reward }: { units: number; reward: (units: number) => string }) {
  return units < 0 ? (
    <strong>Owes {reward(-units)}: the next dines repay it</strong>
  ) : (
    <strong>{reward(units)}</strong>
  )
}

function Tier({ member: { tierLevel, tiers } }: { member: ConsoleMember }) {
  const [newest] = tiers
  return (
    <>
      {tierName(tierLevel)}
      {newest?.until && isVip({ tierLevel }) && (
        <>
          {' until '}
          <Time at={newest.until} as="day" />
        </>
      )}
    </>
  )
}

function optIns({ emailOptIn, smsOptIn }: ConsoleMember): string {
  const wanted = [emailOptIn && 'mails', smsOptIn && 'texts'].filter(Boolean)
  return wanted.length > 0 ? `Wants ${wanted.join(' and ')}` : 'Wants none'
}

/** What keeps the member from something, before all else. */
function Warnings({ member }: { member: ConsoleMember }) {
  const { lockedUntil, emailProblem, erasureDueAt, erasedAt, closedAt, bookingBannedAt } = member
  const warnings = [
    lockedUntil && `Locked out by wrong passwords until ${formatTime(lockedUntil)}.`,
    emailProblem &&
      `Mails to ${member.email} are held back: ${emailProblem.kind === 'bounce' ? 'they came back' : 'the member complained'} (${emailProblem.reason}).`,
    erasedAt
      ? `Erased on ${formatTime(erasedAt)}. Only the books are left.`
      : erasureDueAt && `Is erased on ${formatTime(erasureDueAt)}, unless that is canceled.`,
    closedAt && !erasedAt && `The account is closed since ${formatTime(closedAt)}: dines do not earn.`,
    bookingBannedAt && `Cannot book tables since ${formatTime(bookingBannedAt)}.`,
  ].filter(text => typeof text === 'string')
  if (warnings.length === 0) return null
  return (
    <Alert color="orange" title="To know first">
      {warnings.map(text => (
        <div key={text}>{text}</div>
      ))}
    </Alert>
  )
}
