import type { ContractResponse } from '@dineward/core/shared/contract.ts'
import type { getStaging } from '@dineward/core/staging/staging.contract.ts'
import { Chip } from '../../ui/chip.tsx'
import styles from './staging.module.css'
import { StagingSection } from './staging-section.tsx'
import { fillText, stagingTexts as words } from './staging-texts.ts'

type Staging = ContractResponse<typeof getStaging>

export function StagingContent({ content }: { readonly content: Staging['content'] }) {
  return (
    <StagingSection id="content" title={words.content} text={words.contentText}>
      <ul className={styles.list}>
        {content.map(({ kind, entries }) => (
          <li key={kind} className={styles.kind}>
            <h3 className={styles.kindName}>
              {kind} <Chip>{fillText(words.entries, { count: String(entries.length) })}</Chip>
            </h3>
            {entries.map(({ slug, fields }) => (
              <details key={slug} className={styles.entry}>
                <summary>{slug}</summary>
                <pre className={styles.code}>{JSON.stringify(fields, null, 2)}</pre>
              </details>
            ))}
          </li>
        ))}
      </ul>
    </StagingSection>
  )
}

export function StagingMail({ mails }: { readonly mails: Staging['mails'] }) {
  return (
    <StagingSection id="mail" title={words.mail} text={words.mailText}>
      {mails.length === 0 ? <p>{words.mailEmpty}</p> : null}
      <ul className={styles.list}>
        {mails.map(mail => (
          <li key={mail.id}>
            <details className={styles.entry}>
              <summary>
                {mail.subject} <MessageState message={mail} />
              </summary>
              <p>{fillText(words.mailTo, { recipient: mail.recipient })}</p>
              <pre className={styles.code}>{mail.text}</pre>
              <p>
                <a href={`/api/Staging/Mails/${mail.id}`}>{words.mailOpen}</a>
              </p>
            </details>
          </li>
        ))}
      </ul>
    </StagingSection>
  )
}

export function StagingTexts({ texts }: { readonly texts: Staging['texts'] }) {
  return (
    <StagingSection id="texts" title={words.phoneTexts} text={words.phoneTextsText}>
      {texts.length === 0 ? <p>{words.phoneTextsEmpty}</p> : null}
      <ul className={styles.list}>
        {texts.map(text => (
          <li key={text.id}>
            <details className={styles.entry}>
              <summary>
                {fillText(words.mailTo, { recipient: text.recipient })} <MessageState message={text} />
              </summary>
              <p>{text.text}</p>
            </details>
          </li>
        ))}
      </ul>
    </StagingSection>
  )
}

function MessageState({ message }: { readonly message: Staging['texts'][number] }) {
  const kind = message.sentAt ? 'done' : message.lastError ? 'danger' : 'plain'
  return <Chip kind={kind}>{stateOf(message)}</Chip>
}

function stateOf({ sentAt, lastError }: Staging['texts'][number]): string {
  if (sentAt) return fillText(words.mailSent, { time: sentAt.slice(0, 16).replace('T', ' ') })
  return lastError ? fillText(words.mailFailed, { reason: lastError }) : words.mailWaiting
}
