import type {
  Participation,
  Restaurant,
} from '@dineward/core/console-restaurants/console-restaurants.contract.ts'
import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useState } from 'react'
import { SmallTable } from '../../../kit/small-table.tsx'
import { formatCents, formatPlainDate } from '../../../lib/format.ts'
import { useProgramsWith, useStaff } from '../../../lib/staff.ts'
import { Facts } from '../../../ui/facts.tsx'
import { Section } from '../../../ui/page/section.tsx'
import { Empty } from '../../../ui/states.tsx'
import { Status } from '../../../ui/status.tsx'
import { statusWords } from '../restaurant-words.ts'
import { ComingTerms } from './coming-terms.tsx'
import { TermsDialog } from './terms-dialog.tsx'
import { feeInWords, termsInWords } from './terms-words.ts'

type Program = ReturnType<typeof useProgramsWith>[number]

/** A section for each program that the staff member may see. */
export function TermsOfPrograms({ restaurant }: { restaurant: Restaurant }) {
  const { partners } = useStaff()
  const mayChange = useProgramsWith('merchants.change').map(({ slug }) => slug)
  const isIn = new Set(restaurant.participations.map(({ partner }) => partner))
  const others = partners.filter(({ slug }) => !isIn.has(slug) && mayChange.includes(slug))
  return (
    <Stack gap="md">
      {restaurant.participations.length === 0 && (
        <Empty title="In no program">It is on no site, and dines here earn nothing.</Empty>
      )}
      {restaurant.participations.map(participation => {
        const program = partners.find(({ slug }) => slug === participation.partner)
        return (
          program && (
            <ProgramTerms
              key={program.slug}
              restaurant={restaurant}
              program={program}
              participation={participation}
              mayChange={mayChange.includes(program.slug)}
            />
          )
        )
      })}
      {others.length > 0 && <AddToProgram restaurant={restaurant} programs={others} />}
    </Stack>
  )
}

interface ProgramTermsProps {
  readonly restaurant: Restaurant
  readonly program: Program
  readonly participation: Participation
  readonly mayChange: boolean
}

function ProgramTerms({ restaurant, program, participation, mayChange }: ProgramTermsProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { status, joinedOn, leftOn, termsFrom, former } = participation
  const { label, tone } = statusWords[status]
  return (
    <Section
      title={program.name}
      actions={
        <>
          <Anchor
            href={`${program.site}/merchants/${encodeURIComponent(restaurant.id)}`}
            target="_blank"
            rel="noreferrer"
            fz="sm"
          >
            Its page <IconExternalLink size={14} aria-hidden />
          </Anchor>
          {mayChange && (
            <Button
              size="xs"
              variant="default"
              onClick={() => setIsOpen(true)}
              aria-label={
                status === 'left' ? `Return to ${program.name}` : `Change the terms in ${program.name}`
              }
            >
              {status === 'left' ? 'Return' : 'Change'}
            </Button>
          )}
        </>
      }
    >
      <Group gap="sm">
        <Status tone={tone}>{label}</Status>
        <Text fz="sm">
          From {formatPlainDate(joinedOn)}
          {leftOn && `, until ${formatPlainDate(leftOn)}`}
        </Text>
      </Group>
      <Facts items={[['Terms since', formatPlainDate(termsFrom)], ...termsInWords(participation, program)]} />
      <ComingTerms
        restaurant={restaurant}
        program={program}
        participation={participation}
        mayChange={mayChange}
      />
      {former.length > 0 && <FormerTerms former={former} />}
      {isOpen && (
        <TermsDialog
          restaurant={restaurant}
          program={program}
          participation={participation}
          onClose={() => setIsOpen(false)}
        />
      )}
    </Section>
  )
}

const causeWords = { joined_again: 'Left and returned', terms_changed: 'Terms changed' } as const

function FormerTerms({ former }: { former: Participation['former'] }) {
  return (
    <details>
      <summary>Terms of before ({former.length})</summary>
      <SmallTable
        label="Terms of before"
        rows={former}
        rowKey={({ validFrom }) => validFrom}
        columns={[
          ['From', ({ validFrom }) => formatPlainDate(validFrom)],
          ['Left on', ({ leftOn }) => (leftOn ? formatPlainDate(leftOn) : '—')],
          ['Days', ({ benefitDays: days }) => (days.length === 7 ? 'Every day' : days.join(', '))],
          ['Limits a month', limitsOf],
          ['Fee', ({ feeBasisPoints }) => feeInWords(feeBasisPoints)],
          ['Ended by', ({ cause }) => causeWords[cause]],
        ]}
      />
    </details>
  )
}

function limitsOf({ maxSpendPerMonthCents, maxVisitsPerMonth }: Participation['former'][number]): string {
  const limits = [
    maxSpendPerMonthCents === null ? [] : formatCents(maxSpendPerMonthCents),
    maxVisitsPerMonth === null ? [] : `${maxVisitsPerMonth} visits`,
  ].flat()
  return limits.join(', ') || 'None'
}

function AddToProgram({ restaurant, programs }: { restaurant: Restaurant; programs: readonly Program[] }) {
  const [program, setProgram] = useState<Program | null>(null)
  return (
    <Section title="Other programs" intro="It takes no part in these.">
      <Group gap="xs">
        {programs.map(one => (
          <Button key={one.slug} size="xs" variant="default" onClick={() => setProgram(one)}>
            Add to {one.name}
          </Button>
        ))}
      </Group>
      {program && (
        <TermsDialog
          restaurant={restaurant}
          program={program}
          participation={null}
          onClose={() => setProgram(null)}
        />
      )}
    </Section>
  )
}
